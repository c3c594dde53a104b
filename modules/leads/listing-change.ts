import type { Category, City } from '#contracts/consultation';
import { topicsOfListing } from '#contracts/exchange';
import type { LeadStatus } from './status';

/** What of a request decides which clinics have it in their lists. */
interface Placed {
  readonly status: LeadStatus;
  readonly treatment: Category;
  readonly locations: readonly City[];
  readonly widened: boolean;
}

const isListed = ({ status }: Placed): boolean =>
  status === 'reviewed' || status === 'offers_received';

/** What an event does to the lists of clinics, and where it is told; null when it does nothing there. */
export function listingChange(
  before: Placed,
  now: Placed,
): { change: 'arrived' | 'changed' | 'gone'; topics: string[] } | null {
  if (!isListed(now))
    return isListed(before) ? { change: 'gone', topics: topicsOfListing(before) } : null;
  const arrived = !isListed(before) || (now.widened && !before.widened);
  return { change: arrived ? 'arrived' : 'changed', topics: topicsOfListing(now) };
}
