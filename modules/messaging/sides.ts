/** The two who write to each other. */
export const sides = ['patient', 'clinic'] as const;
export type Side = (typeof sides)[number];

export const otherSide = (side: Side): Side => (side === 'patient' ? 'clinic' : 'patient');
