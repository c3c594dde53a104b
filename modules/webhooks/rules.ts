import { days, hours, inSeconds, minutes, seconds, type Duration } from '#platform/base/duration';
import type { Rule } from '#platform/limits/rate-limit';

/** After the first try, the second, and so on: three days in all. */
export const pauses: readonly Duration[] = [
  ...[seconds(5), minutes(1), minutes(5), minutes(30)],
  ...[hours(2), hours(5), hours(10), hours(14), hours(20), hours(20)],
];

/** Both secrets sign meanwhile, so that a receiver can take the new one when it is ready. */
export const overlap = hours(24);

/** Tries under way to one receiver, by however many couriers. */
export const atOnceEach = 2;

/** After it a claim of a courier that died is free again; a try takes ten seconds at most. */
export const claimLength = seconds(30);

/** How long what was delivered, or given up, can be looked at and sent again. */
export const keptAfterEnd = days(30);

/** Whoever makes endpoints and secrets again and again makes rows without a benefit to anybody. */
export const secretsPerDay: Rule = { name: 'webhooks.secrets', limit: 30, window: days(1) };
export const resendsPerHour: Rule = { name: 'webhooks.resends', limit: 200, window: hours(1) };

/** How a try ended: an answer's status, or why there was none. */
export interface TryEnd {
  readonly status: number | null;
  readonly failure: string | null;
}

/** What becomes of a delivery; `pause` in seconds, until it is tried again. */
export type Verdict =
  | { readonly state: 'delivered' | 'failed'; readonly pause: null }
  | { readonly state: 'waiting'; readonly pause: number };

const gone = 410;

/** After so many tries, this one included. Any 2xx is taken; 410 says that there is no receiver any more. */
export function verdictOf({ status }: TryEnd, tries: number): Verdict {
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered', pause: null };
  const pause = status === gone ? undefined : pauses[tries - 1];
  return pause === undefined
    ? { state: 'failed', pause: null }
    : { state: 'waiting', pause: inSeconds(pause) };
}
