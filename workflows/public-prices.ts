import type { SubTreatment } from '#contracts/consultation';
import { publicPlaces } from '#modules/clinic-onboarding';
import { latestLeadsFor } from '#modules/leads';
import { pricesOfLeads, type OfferedPrice } from '#modules/offers';
import { now } from '#platform/time/clock';
import type { Ctx, Services } from '#platform/context';
import { minutes } from '#platform/base/duration';

/** What real offers for a treatment in a city came to, in whole US dollars. */
export interface CityPrices {
  readonly city: string;
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
  readonly offers: number;
  readonly clinics: number;
}

/** What real offers for a treatment in all cities came to, in whole US dollars. */
export interface OverallPrices {
  readonly median: number;
  /** A quarter of the offers are lower, a quarter are higher. */
  readonly quartiles: readonly [number, number];
  readonly offers: number;
  readonly clinics: number;
}

export interface TreatmentPrices {
  /** When they were counted, ISO 8601. */
  readonly at: string;
  /** Null below twenty offers of three clinics. */
  readonly overall: OverallPrices | null;
  /** Cities with enough of them; the one with most offers first. */
  readonly cities: readonly CityPrices[];
}

const currency = 'USD';
/** What is read for a treatment does not grow with its history. */
const mostRequests = 500;
const mostOffers = 2_500;
/** Fewer offers are no price, and fewer clinics would give one away. */
const fewestOffers = 5;
const fewestClinics = 3;
/** Quartiles of fewer would be single offers. */
const fewestOverall = 20;
/** Of each clinic the latest so many count, so that no clinic makes the price of its city alone. */
const mostPerClinic = 3;
/** Nobody needs to know a single offer to the dollar. */
const step = 10;

const holds = minutes(10);
type Known = Map<SubTreatment, { readonly prices: TreatmentPrices; readonly readAt: number }>;
const memories = new WeakMap<Services['database'], Known>();

/**
 * What clinics asked for a treatment within a year, by city of the clinic: median and range of the offers in US dollars,
 * from five offers of three clinics on; median and quartiles of all cities from twenty on. A process counts it anew after ten minutes.
 */
export async function pricesOf(ctx: Ctx, subTreatment: SubTreatment): Promise<TreatmentPrices> {
  const { database } = ctx.services;
  const memory: Known = memories.get(database) ?? new Map();
  memories.set(database, memory);
  const known = memory.get(subTreatment);
  if (known && performance.now() - known.readAt < holds) return known.prices;
  const prices = await countPrices(ctx, subTreatment);
  memory.set(subTreatment, { prices, readAt: performance.now() });
  return prices;
}

/** As {@link pricesOf}, without memory. */
export async function countPrices(ctx: Ctx, subTreatment: SubTreatment): Promise<TreatmentPrices> {
  const leadIds = await latestLeadsFor(ctx, { subTreatment, most: mostRequests });
  const offered = await pricesOfLeads(ctx, { leadIds, currency, most: mostOffers });
  const places = await publicPlaces(ctx, [...new Set(offered.map(({ clinicId }) => clinicId))]);
  const byCity = new Map<string, { city: string; offered: OfferedPrice[] }>();
  for (const one of offered) {
    const place = places.get(one.clinicId);
    if (!place) continue;
    const group = byCity.get(place.plain) ?? { city: place.city, offered: [] };
    byCity.set(place.plain, group);
    if (group.offered.filter(({ clinicId }) => clinicId === one.clinicId).length < mostPerClinic)
      group.offered.push(one);
  }
  const cities = [...byCity.values()].flatMap(({ city, offered }) => summed(city, offered) ?? []);
  return {
    at: (await now(ctx)).toISOString(),
    overall: overallOf([...byCity.values()].flatMap(({ offered }) => offered)),
    cities: cities.toSorted((a, b) => b.offers - a.offers || a.city.localeCompare(b.city)),
  };
}

function summed(city: string, offered: readonly OfferedPrice[]): CityPrices | null {
  const clinics = clinicsIn(offered);
  if (offered.length < fewestOffers || clinics < fewestClinics) return null;
  const sorted = sortedCents(offered);
  return {
    city,
    median: dollars(quantile(sorted, 0.5)),
    lowest: dollars(sorted[0]!),
    highest: dollars(sorted.at(-1)!),
    offers: sorted.length,
    clinics,
  };
}

function overallOf(offered: readonly OfferedPrice[]): OverallPrices | null {
  const clinics = clinicsIn(offered);
  if (offered.length < fewestOverall || clinics < fewestClinics) return null;
  const sorted = sortedCents(offered);
  const at = (share: number): number => dollars(quantile(sorted, share));
  return { median: at(0.5), quartiles: [at(0.25), at(0.75)], offers: sorted.length, clinics };
}

const clinicsIn = (offered: readonly OfferedPrice[]): number =>
  new Set(offered.map(({ clinicId }) => clinicId)).size;

const sortedCents = (offered: readonly OfferedPrice[]): number[] =>
  offered.map(({ amountCents }) => amountCents).toSorted((a, b) => a - b);

/** Of `sorted`, between its two nearest values as `percentile_cont` of Postgres is. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at));
}

const dollars = (cents: number): number => Math.max(step, Math.round(cents / 100 / step) * step);
