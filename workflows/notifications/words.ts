import { spokenIn } from '#languages/words.server.ts';
import { labelKey } from '#contracts/consultation';
import { clinicNames } from '#modules/clinic-onboarding';
import { cityOf } from '#modules/exchange';
import { leadDates, subTreatmentsOf } from '#modules/leads';
import { outcomesOf, type OfferOutcome } from '#modules/offers';
import type { Locale } from '#platform/base/locale';
import type { Ctx } from '#platform/context';
import type { Values } from './notification';

/** A city in one language: those of the catalogue have a name in each, any other is as it was typed. */
export function cityIn(locale: Locale, city: string): string {
  const known = cityOf(city);
  return known ? spokenIn(locale)(labelKey('city', known)) : city;
}

const days = new Map<Locale, Intl.DateTimeFormat>();

/** A day without a time, as people write it. */
export function dayIn(locale: Locale, day: Date): string {
  const format =
    days.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  days.set(locale, format);
  return format.format(day);
}

const times = new Map<string, Intl.DateTimeFormat>();

/** A day and a time as clocks show it in a time zone ('Europe/Istanbul'). */
export function timeIn(locale: Locale, at: Date, timeZone: string): string {
  const name = `${locale} ${timeZone}`;
  const format =
    times.get(name) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone });
  times.set(name, format);
  return format.format(at);
}

type Params = Readonly<Record<string, string | undefined>>;

const idsIn = (params: readonly Params[], name: string): string[] => [
  ...new Set(params.flatMap((one) => one[name] ?? [])),
];

/**
 * The values that the words of in-app notifications name, looked up for a whole page at once: the treatment of the request,
 * the name of the clinic, the outcome of the offer. `unknown` stands for what is gone.
 */
export async function noticeValues(ctx: Ctx, all: readonly Params[]): Promise<Values[]> {
  const [treatments, clinics, outcomes] = await Promise.all([
    subTreatmentsOf(ctx, idsIn(all, 'leadId')),
    clinicNames(ctx, idsIn(all, 'clinicId')),
    outcomesOf(ctx, idsIn(all, 'offerId')),
  ]);
  const text = spokenIn(ctx.locale);
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

const definedOf = (params: Params): Values =>
  Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** What a clinic learns of an offer that was not chosen: the reason that the patient picked, and the place of its own price. */
function wordsOf(outcome: OfferOutcome | undefined, locale: Locale): Values {
  const { declineReason: reason, pricePlace, priceAmong } = outcome ?? {};
  // The first of one says nothing.
  const compared = (priceAmong ?? 0) > 1;
  return {
    reason: reason ? spokenIn(locale)(`notice.reason.${reason}`) : 'none',
    place: String(compared ? pricePlace : 0),
    among: String(compared ? priceAmong : 0),
  };
}

/** The outcome alone, for a mail about one offer; null when the offer is gone. */
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
