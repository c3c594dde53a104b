/** Whole hours from two hours on, whole days from two days on. */
export const unitOf = (minutes: number): { unit: 'minutes' | 'hours' | 'days'; count: number } => {
  if (minutes < 120) return { unit: 'minutes', count: Math.max(1, Math.round(minutes)) };
  const hours = Math.round(minutes / 60);
  return hours < 48
    ? { unit: 'hours', count: hours }
    : { unit: 'days', count: Math.round(hours / 24) };
};
