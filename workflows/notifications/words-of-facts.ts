import { labelKey } from '#contracts/consultation';
import { clinicNames } from '#modules/clinic-onboarding';
import { leadDates, subTreatmentsOf } from '#modules/leads';
import { outcomesOf, type OfferOutcome } from '#modules/offers';
import type { Ctx } from '#platform/context';
import type { Locale } from '#platform/base/locale';
import type { Values } from './notification';
import { dayIn, textIn } from './words';

type Facts = Readonly<Record<string, string | undefined>>;

const idsIn = (facts: readonly Facts[], name: string): string[] => [
  ...new Set(facts.flatMap((one) => one[name] ?? [])),
];

/**
 * What the words of notices name, looked up for a whole page at once: what the request is for, what the clinic is
 * called, what became of the offer. What is gone has other words: `unknown`.
 */
export async function noticeValues(ctx: Ctx, all: readonly Facts[]): Promise<Values[]> {
  const [treatments, clinics, outcomes] = await Promise.all([
    subTreatmentsOf(ctx, idsIn(all, 'leadId')),
    clinicNames(ctx, idsIn(all, 'clinicId')),
    outcomesOf(ctx, idsIn(all, 'offerId')),
  ]);
  const text = textIn(ctx.locale);
  return all.map(({ leadId = '', clinicId = '', offerId = '', ...codes }) => {
    const treatment = treatments.get(leadId);
    return {
      ...definedOf(codes),
      treatment: treatment ? text(labelKey('sub-treatment', treatment)) : 'unknown',
      clinic: clinics.get(clinicId) ?? 'unknown',
      ...wordsOf(outcomes.get(offerId), ctx.locale),
    };
  });
}

const definedOf = (facts: Facts): Values =>
  Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** What a clinic learns of an offer that was not chosen: one tap of the patient, and the place of its own price. */
function wordsOf(outcome: OfferOutcome | undefined, locale: Locale): Values {
  const { declineReason: reason, pricePlace, priceAmong } = outcome ?? {};
  // The first of one says nothing.
  const compared = (priceAmong ?? 0) > 1;
  return {
    reason: reason ? textIn(locale)(`notice.reason.${reason}`) : 'none',
    place: String(compared ? pricePlace : 0),
    among: String(compared ? priceAmong : 0),
  };
}

/** The same for a mail about one offer; null when it is gone. */
export async function outcomeValues(
  ctx: Ctx,
  { offerId = '' }: { offerId?: string },
): Promise<Values | null> {
  const outcome = (await outcomesOf(ctx, [offerId])).get(offerId);
  return outcome ? wordsOf(outcome, ctx.locale) : null;
}

/** For a mail about a request: when it was sent and when it closes. */
export async function requestValues(
  ctx: Ctx,
  { leadId = '' }: { leadId?: string },
): Promise<Values> {
  const dates = await leadDates(ctx, { leadId });
  return {
    sent: dates ? dayIn(ctx.locale, dates.sentAt) : 'unknown',
    date: dates?.closesAt ? dayIn(ctx.locale, dates.closesAt) : '',
  };
}
