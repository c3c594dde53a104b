import type { OfferContent, OfferItem } from './dto';

/** What an offer says at one moment, as it is stored. */
export interface Said extends Omit<OfferContent, 'items' | 'attachments'> {
  readonly items: readonly OfferItem[];
  /** Their ids. */
  readonly attachments: readonly string[];
}

/** The parts of an offer that a revision can change, in the order in which they are named. */
export const changedParts = [
  'price',
  'list-price',
  'lines',
  'doctor',
  'earliest',
  'availability',
  'message',
  'attachments',
] as const;
export type ChangedPart = (typeof changedParts)[number];

const partsOf: Record<ChangedPart, (content: Said) => unknown> = {
  price: ({ amountCents, currency }) => [amountCents, currency],
  'list-price': ({ listPriceCents }) => listPriceCents,
  lines: ({ items }) => items.map(({ key, state, priceCents }) => [key, state, priceCents ?? null]),
  doctor: ({ doctorName }) => doctorName,
  earliest: ({ earliestDate }) => earliestDate,
  availability: ({ availability }) => availability,
  message: ({ message }) => message,
  attachments: ({ attachments }) => attachments,
};

/** What one revision of an offer says differently from the one before it. */
export const changesBetween = (before: Said, now: Said): ChangedPart[] =>
  changedParts.filter((part) => {
    const said = partsOf[part];
    return JSON.stringify(said(before)) !== JSON.stringify(said(now));
  });

/** Keys of the lines that one revision puts differently from the one before it. */
export function linesChanged(before: Said, now: Said): string[] {
  const stood = new Map(before.items.map((item) => [item.key, item]));
  return now.items
    .filter(({ key, state, priceCents }) => {
      const old = stood.get(key);
      return old?.state !== state || old.priceCents !== priceCents;
    })
    .map(({ key }) => key);
}
