import { pick } from '#platform/base/fields';
import { z } from 'zod';
import type { SubTreatment } from '#contracts/consultation';
import { days, type Duration } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { defineSetting } from '#platform/settings/settings';
import { mostAllowed } from '#platform/base/whole-number';
import type { OfferFields, OfferItem } from './schemas';
import type { revision } from './tables.server';
import { templateOf } from './templates';

/** How long an offer stays open, in milliseconds; an offer keeps the length it was made under. */
export const offerValidity = defineSetting({
  key: 'offers.validity',
  schema: z
    .number()
    .int()
    .positive()
    .max(days(90))
    .meta({ format: 'milliseconds' })
    .transform((ms) => ms as Duration),
  defaults: () => days(14),
});

/** How many offers a clinic may send (security 64). */
export const offerBudgets = defineSetting({
  key: 'offers.budgets',
  schema: z.object({ perHour: z.number().int().min(0).max(mostAllowed) }),
  defaults: () => ({ perHour: 60 }),
});

/**
 * One item for each line of the treatment's template, in its order; what was left out is not stated. Stored whole, so
 * that an offer says tomorrow what it says today, however templates change.
 *
 * @throws AppError `validation_failed` for a line that the treatment does not have
 */
export function itemsOf(subTreatment: SubTreatment, given: OfferFields['items']): OfferItem[] {
  const lines = templateOf(subTreatment);
  const unknown = given.findIndex(({ key }) => !lines.some((line) => line.key === key));
  if (unknown !== -1)
    throw new AppError('validation_failed', {
      fields: { [`items.${unknown}.key`]: ['error.invalid_value'] },
    });
  const byKey = new Map(given.map((item) => [item.key, item]));
  return lines.map(({ key }) => {
    const { state, priceCents } = byKey.get(key) ?? { state: 'not-stated' as const };
    return { key, state, ...(priceCents ? { priceCents } : {}) };
  });
}

/** What an offer said, as its row holds it. */
type Content = Omit<typeof revision.$inferSelect, 'at'>;

/** The version of the spelling below; a seal of another one is not comparable. */
const spelling = 1;

/**
 * The one spelling of what was accepted, over which its seal is made: JSON without spaces, members in the order below.
 * Never change it: whoever holds an offer and its seal must be able to spell it again. A new one is a new version.
 */
export const sealedText = (content: Content): string =>
  JSON.stringify({
    version: spelling,
    offer: content.offerId,
    ...pick(content, ['revision', 'amountCents', 'listPriceCents', 'currency', 'message']),
    items: content.items.map(({ key, state, priceCents }) => ({
      key,
      state,
      priceCents: priceCents ?? null,
    })),
    doctorName: content.doctorName,
    earliestDate: content.earliestDate,
    availability: content.availability,
    attachments: content.attachments,
  });
