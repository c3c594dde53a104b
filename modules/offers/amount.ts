/**
 * What people type as an amount, in cents; null for anything else: '2500', '2,500', '2.500,50', '$ 2 500.5'. Of two kinds
 * of separators the last one is the decimal one; of one kind, where it stands decides.
 */
export function readAmount(text: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f'’$€£₺]/g, '');
  const found = /^(\d{1,3}(?:([.,])\d{3})*|\d+)(?:([.,])(\d{1,2}))?$/.exec(plain);
  if (!found) return null;
  const [, whole = '', groups, point, fraction = ''] = found;
  if (groups && groups === point) return null;
  const units = Number(whole.replace(/[.,]/g, ''));
  const cents = units * 100 + Number(fraction.padEnd(2, '0'));
  const mixed = [...whole].filter((one) => one === '.' || one === ',');
  return new Set(mixed).size > 1 || !Number.isSafeInteger(cents) ? null : cents;
}

/** An amount as somebody would type it: '2500', '2500.50'. */
export const writeAmount = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
