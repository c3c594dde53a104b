import { z } from 'zod';
import { dealStatuses, type DealStatus } from '#contracts/deals';
import { savedQuery, type SavedQuery } from '#contracts/exchange';
import { tabs, type Tab } from './dashboard-address';

/** What the address of the dashboard asks for; what nobody offers is passed over, as is an empty field of a form. */
export interface DashboardQuery {
  readonly tab: Tab;
  readonly query: SavedQuery;
  readonly cursor: string | undefined;
  /** Of the clinic's own offers: those that are over. */
  readonly over: boolean;
  /** Of those that were chosen: where their deals stand. */
  readonly state: DealStatus | undefined;
}

const place = z.object({
  tab: z.enum(tabs).catch('new'),
  cursor: z.string().max(200).optional().catch(undefined),
  over: z.literal('yes').optional().catch(undefined),
  state: z.enum(dealStatuses).optional().catch(undefined),
});

export function readDashboard(search: URLSearchParams): DashboardQuery {
  const given = Object.fromEntries([...search].filter(([, value]) => value.trim() !== ''));
  const { tab, cursor, over, state } = place.parse(given);
  return { tab, cursor, over: over === 'yes', state, query: filtersIn(given) };
}

/** Those of these fields that narrow a list. */
export function filtersIn(given: Record<string, unknown>): SavedQuery {
  const known = Object.keys(savedQuery.shape).flatMap((field) => {
    const parsed = savedQuery.safeParse({ [field]: given[field] });
    return parsed.success ? Object.entries(parsed.data) : [];
  });
  return savedQuery.parse(Object.fromEntries(known.filter(([, value]) => value)));
}
