import type { StateValue } from 'xstate';
import { z } from 'zod';
import type { Category, City } from '#contracts/consultation';
import { topicsOfListing } from '#contracts/exchange';
import { days, type Duration, hours, minutes, seconds } from '#platform/base/duration';
import type { Mode } from '#platform/config/env';
import { defineSetting, timerLength } from '#platform/settings/settings';
import { statePath } from '#platform/base/state-path';
import { mostAllowed } from '#platform/base/whole-number';
import type { AskState, LeadStatus } from './values';

/** Lengths in milliseconds. Screening counts from submission, all others from publication. */
const windowsSchema = z.object({
  screening: timerLength,
  /** Without an offer: matching stops looking at the cities. */
  widening: timerLength,
  /** Without an offer: the patient is informed. Longer than `widening`. */
  notice: timerLength,
  reminder: timerLength,
  expiry: timerLength,
});

const screening: Record<Mode, Duration> = {
  production: minutes(10),
  demo: seconds(15),
  test: seconds(5),
};

/** The clocks of a request (docs/product.md, Lead lifecycle). A request keeps those it was submitted under. */
export const leadWindows = defineSetting({
  key: 'leads.windows',
  schema: windowsSchema.refine(({ widening, notice }) => notice > widening, {
    path: ['notice'],
    error: 'leads.error.notice_too_soon',
  }),
  defaults: (mode) => ({
    screening: screening[mode],
    widening: hours(24),
    notice: hours(48),
    reminder: days(25),
    expiry: days(30),
  }),
});

const count = z.number().int().min(0).max(mostAllowed);

/** How many requests a patient may send (security 64), and from which number a day on a person looks first. */
export const leadBudgets = defineSetting({
  key: 'leads.budgets',
  schema: z.object({ perHour: count, perDay: count, unscreenedPerDay: count }),
  defaults: () => ({ perHour: 5, perDay: 20, unscreenedPerDay: 3 }),
});

/** Months after its end for which what a request says is kept, as the privacy page says it (security 81). */
export const closedLeadMonths = defineSetting({
  key: 'leads.closed-months',
  schema: z.int().min(1).max(120),
  defaults: () => 24,
});

/** How many live offers a request may have (docs/product.md, Lead lifecycle). */
export const offerCap = defineSetting({
  key: 'leads.offer-cap',
  schema: z.int().min(1).max(50),
  defaults: () => 5,
});

/** How long a place is kept for a clinic that was asked, from the publication of the request. */
export const placeWindow = hours(24);

/** So many places may be kept: whoever was not asked has a chance of two at least. */
export const mostKept = (cap: number): number => Math.max(0, cap - 2);

/** How many places are kept for others than this clinic; also where the cap was lowered meanwhile. */
export function keptBeside(
  asks: ReadonlyArray<{ readonly clinicId: string; readonly state: AskState }>,
  { cap, clinicId }: { cap: number; clinicId: string },
): number {
  const kept = asks.filter(({ state }) => state === 'held').slice(0, mostKept(cap));
  return kept.filter((ask) => ask.clinicId !== clinicId).length;
}

/** What of a request decides which clinics have it in their lists. */
interface Placed {
  readonly status: LeadStatus;
  readonly treatment: Category;
  readonly locations: readonly City[];
  readonly widened: boolean;
}

const isListed = ({ status }: Placed): boolean =>
  status === 'reviewed' || status === 'offers_received';

/** What an event does to the lists of clinics, and where it is announced; null when it does nothing there. */
export function listingChange(
  before: Placed,
  now: Placed,
): { change: 'arrived' | 'changed' | 'gone'; topics: string[] } | null {
  if (!isListed(now))
    return isListed(before) ? { change: 'gone', topics: topicsOfListing(before) } : null;
  const arrived = !isListed(before) || (now.widened && !before.widened);
  return { change: arrived ? 'arrived' : 'changed', topics: topicsOfListing(now) };
}

/** Where a flow stands: the status that people see, and the state below it. */
interface Place {
  readonly status: LeadStatus;
  /** `screening`, `held`; `local`, `wide`, `told`, `waiting`; null elsewhere. */
  readonly within: string | null;
}

/** The place of a state value of the lead machine: one path, as it has no parallel states. */
export function placeOf(value: StateValue): Place {
  const path = statePath(value);
  const [status, within] = path[0] === 'published' ? path.slice(1) : path;
  return { status: status as LeadStatus, within: within ?? null };
}
