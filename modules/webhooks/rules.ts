import { days, hours, inSeconds, minutes, seconds, type Duration } from '#platform/base/duration';
import { faultOfPublicAddress } from '#platform/base/public-address';
import type { Rule } from '#platform/limits/rate-limit';
import type { PushMaker } from './values';

/** After the first try, the second, and so on: three days in all. */
export const pauses: readonly Duration[] = [
  ...[seconds(5), minutes(1), minutes(5), minutes(30)],
  ...[hours(2), hours(5), hours(10), hours(14), hours(20), hours(20)],
];

/** To a browser: news that is older than this is read elsewhere by then. */
const pushPauses: readonly Duration[] = [seconds(5), minutes(1), minutes(5), minutes(30), hours(2)];

/** How long a push service keeps what it was given for a browser that is away. */
export const pushLifetime = hours(24);

/** What went to browsers is nothing that is looked at later; its row keeps the same news from being given twice. */
export const keptOfBrowsers = days(1);

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

export const browsersPerDay: Rule = { name: 'push.browsers', limit: 50, window: days(1) };

/** Push services of the browsers that there are: the name itself, or what ends in it behind a dot. */
const pushServices: ReadonlyArray<readonly [PushMaker, string, 'exact' | 'below']> = [
  ['google', 'fcm.googleapis.com', 'exact'],
  ['mozilla', 'push.services.mozilla.com', 'below'],
  ['apple', 'push.apple.com', 'below'],
  ['microsoft', 'notify.windows.com', 'below'],
];

/** Whose push service an address is at; null where it is at none that is known, or cannot be dialled. */
export function pushMakerOf(address: string): PushMaker | null {
  if (faultOfPublicAddress(address)) return null;
  const { hostname } = new URL(address);
  const found = pushServices.find(([, name, how]) =>
    how === 'exact' ? hostname === name : hostname.endsWith(`.${name}`),
  );
  return found?.[0] ?? null;
}

/** How a try ended: an answer's status, or why there was none. */
export interface TryEnd {
  readonly status: number | null;
  readonly failure: string | null;
}

/** What becomes of a delivery; `pause` in seconds, until it is tried again. */
export type Verdict =
  | { readonly state: 'delivered' | 'failed' | 'gone'; readonly pause: null }
  | { readonly state: 'waiting'; readonly pause: number };

const gone = 410;

/**
 * After so many tries, this one included. Any 2xx is taken. 410 says that there is no receiver any more; of a push service
 * 404 says so too, and what else it refuses (but for 429, too many at once) it would refuse again.
 */
export function verdictOf(
  { status }: TryEnd,
  tries: number,
  kind: 'webhook' | 'push' = 'webhook',
): Verdict {
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered', pause: null };
  const toBrowser = kind === 'push';
  if (toBrowser && (status === 404 || status === gone)) return { state: 'gone', pause: null };
  const isFinal = toBrowser ? isRefusal(status) : status === gone;
  const pause = isFinal ? undefined : (toBrowser ? pushPauses : pauses)[tries - 1];
  return pause === undefined
    ? { state: 'failed', pause: null }
    : { state: 'waiting', pause: inSeconds(pause) };
}

const isRefusal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 429;
