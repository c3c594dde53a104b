import type { SubTreatment } from '#contracts/consultation';
import { AppError } from '#platform/errors';
import type { OfferItem } from './dto';
import type { OfferFields } from './offer-fields';
import { templateOf } from './templates/template-of';

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
