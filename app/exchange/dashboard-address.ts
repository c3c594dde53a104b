import type { SavedQuery } from '#contracts/exchange';

export const dashboardPath = '/clinic/dashboard';

export const dashboardTabs = ['new', 'bids', 'won'] as const;
export type DashboardTab = (typeof dashboardTabs)[number];

/** In the address of the list of requests that its reader looks after. */
export const mineParam = { mine: 'yes' };

/** The address of a list; `more` besides what it is narrowed by. */
export function listAddress(query: SavedQuery, more: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...query, ...more }).toString();
  return search ? `${dashboardPath}?${search}` : dashboardPath;
}
