import { pick } from '#platform/base/fields';
import { z } from 'zod';
import type { SubTreatment } from '#contracts/consultation';
import { days, type Duration } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { defineSetting } from '#platform/settings/settings';
import { mostAllowed } from '#platform/base/whole-number';
import { maskMessages } from '#platform/masking/mask';
import { nameForOthers } from '#platform/text/contact-in-name';
import type { OfferFields, OfferItem } from './schemas';
import type { revision } from './tables.server';
import { templateOf, type TemplateLine } from './templates';
import { figureNames } from './values';

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
 * One item for each line of the treatment's template, in its order; what was left out is not stated, and an optional
 * line that is not stated is not there. Stored whole, so that an offer says tomorrow what it says today, however
 * templates change.
 *
 * @throws AppError `validation_failed` for a line that the treatment does not have, and for a unit that the line does
 *   not have
 */
export function itemsOf(subTreatment: SubTreatment, given: OfferFields['items']): OfferItem[] {
  const lines = templateOf(subTreatment);
  const unknown = given.findIndex(({ key }) => !lines.some((line) => line.key === key));
  if (unknown !== -1)
    throw new AppError('validation_failed', {
      fields: { [`items.${unknown}.key`]: ['error.invalid_value'] },
    });
  const byKey = new Map(given.map((item, place) => [item.key, { ...item, place }]));
  return lines.flatMap((line): OfferItem[] => {
    const said = byKey.get(line.key);
    if (!said || said.state === 'not-stated')
      return line.isOptional ? [] : [{ key: line.key, state: 'not-stated' }];
    const { key, state, priceCents, brand } = said;
    return [
      {
        ...{ key, state },
        ...(priceCents ? { priceCents } : {}),
        ...countOf(line, said),
        ...(brand ? { brand } : {}),
      },
    ];
  });
}

/** How much of a line there is, in one of its units; nothing where that was not said. */
function countOf(
  { units = [] }: TemplateLine,
  { quantity, unit, place }: OfferFields['items'][number] & { place: number },
): Pick<OfferItem, 'quantity' | 'unit'> {
  if (!quantity) return {};
  const counted = unit ?? units[0];
  if (!counted || !units.includes(counted))
    throw new AppError('validation_failed', {
      fields: { [`items.${place}.${unit ? 'unit' : 'quantity'}`]: ['offers.error.unit'] },
    });
  return { quantity, unit: counted };
}

/** What an offer said, as its row holds it. */
type Content = Omit<typeof revision.$inferSelect, 'at'>;

/** The words of an offer that are its clinic's own. */
type Words = Pick<Content, 'message' | 'doctorName' | 'availability' | 'items' | 'assumptions'>;

/**
 * The free words of an offer without contact data, also where it was spread over several fields: as both sides read
 * them until it is accepted.
 */
export function withoutContactData<C extends Words>(content: C): C {
  const { message, doctorName, availability, items, assumptions } = content;
  // One after the other, without gaps: what belongs together is read together.
  const said = [
    ...[message, doctorName, availability],
    ...items.map(({ brand }) => brand),
    ...(assumptions ?? []).map(({ text }) => text),
  ].flatMap((text) => text || []);
  const masked = maskMessages(said).values();
  // Asked in the order above.
  const asRead = (text: string): string => (text ? masked.next().value!.text : text);
  return {
    ...content,
    message: asRead(message),
    doctorName: doctorName && nameForOthers(asRead(doctorName)),
    availability: availability && asRead(availability),
    items: items.map((item) => (item.brand ? { ...item, brand: asRead(item.brand) } : item)),
    assumptions: assumptions && assumptions.map((one) => ({ ...one, text: asRead(one.text) })),
  };
}

/**
 * All that one offer said, oldest first, as both sides read it side by side until it is accepted: without contact data,
 * also where it was spread over several revisions.
 */
export function maskRevisions<C extends Words>(said: readonly C[]): C[] {
  const masked = said.map((content) => withoutContactData(content));
  // Words that stayed are read once.
  const texts = [...new Set(masked.map(({ message }) => message))];
  const found = maskMessages(texts);
  const words = new Map(texts.map((text, n) => [text, found[n]!.text]));
  return masked.map((content) => ({ ...content, message: words.get(content.message)! }));
}

/** In which offers are sealed now; a seal holds in its own version only. */
export const sealVersion = 2;

/**
 * The spelling of what was accepted, over which its seal is made: JSON without spaces, members in the order below.
 * Never change a version: whoever holds an offer and its seal must be able to spell it again. The second one adds
 * quantities, units, makes, the journey, the guarantee and what the price rests on.
 */
export function sealedText(content: Content, version: 1 | typeof sealVersion): string {
  const isFirst = version === 1;
  return JSON.stringify({
    version,
    offer: content.offerId,
    ...pick(content, ['revision', 'amountCents', 'listPriceCents', 'currency', 'message']),
    items: content.items.map(({ key, state, priceCents, quantity, unit, brand }) => ({
      ...{ key, state, priceCents: priceCents ?? null },
      ...(isFirst ? {} : { quantity: quantity ?? null, unit: unit ?? null, brand: brand ?? null }),
    })),
    ...pick(content, ['doctorName', 'earliestDate', 'availability']),
    ...(isFirst
      ? {}
      : {
          ...pick(content, figureNames),
          assumptions: (content.assumptions ?? []).map(({ text, surchargeCents }) => ({
            ...{ text, surchargeCents },
          })),
        }),
    attachments: content.attachments,
  });
}
