import { dashboardPath, listAddress, type DashboardTab, dashboardTabs } from './dashboard-address';
import { z } from 'zod';
import { type DealStatus, dealStatuses } from '#contracts/deals';
import { filterName, savedQuery, type SavedQuery } from '#contracts/exchange';
import { reputationOf } from '#modules/deals';
import { changeFilter, removeFilter, savedFilters, saveFilter } from '#modules/exchange';
import { offerFigures } from '#modules/offers';
import type { CtxOf } from '#platform/context';
import { browseBids, browseLeads, clinicCounts } from '#workflows';
import { closeGuide, closingGuide, showsGuide } from '#app/demo/guide.server';
import { intent, pageAction, type PageArgs } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

/** The tab that an address asks for, with the figures of all of them. */
export async function loadDashboard(ctx: CtxOf<'clinic'>, page: PageArgs) {
  const { url } = page;
  const asked = url.searchParams.get('filter');
  if (asked !== null) throw redirect(await addressOfFilter(ctx, asked));
  const { tab, query, cursor, over, state, mine } = readDashboard(url.searchParams);
  const continued = cursor !== undefined;
  if (tab !== 'new') {
    const group = tab === 'won' ? 'won' : over ? 'lost' : 'active';
    const [figures, list] = await Promise.all([
      clinicCounts(ctx),
      browseBids(ctx, { group, cursor, state: tab === 'won' ? state : undefined }),
    ]);
    return { ...figures, shown: { tab, over, state: state ?? null, continued, ...list } };
  }
  const { id } = ctx.actor;
  const [{ counts, capped, ...list }, filters, figures, reputations] = await Promise.all([
    browseLeads(ctx, mine ? { mine: 'yes', cursor } : { ...query, cursor }),
    savedFilters(ctx),
    offerFigures(ctx),
    reputationOf(ctx, [id]),
  ]);
  const reputation = reputations.get(id)!;
  const guide = !continued && showsGuide(ctx, page, 'clinic');
  return {
    counts,
    capped,
    shown: { tab, query, mine, continued, guide, filters, figures, reputation, ...list },
  };
}

/** Mails name a filter; what it asks for by now stands in the address. */
async function addressOfFilter(ctx: CtxOf<'clinic'>, id: string): Promise<string> {
  const filter = (await savedFilters(ctx)).find((one) => one.id === id);
  return listAddress(filter?.query ?? {});
}

/** Back to the list as it was. */
const onward = ({ url }: PageArgs): Response =>
  redirect(listAddress(readDashboard(url.searchParams).query));

const isOn = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');
const query = z.record(z.string().max(20), z.string().max(200)).optional();

/** What a clinic does with the filters that it keeps. */
export const dashboardAction = pageAction('approved-clinic', {
  'save-filter': intent(
    'approved-clinic',
    z.object({ name: filterName, query, mails: isOn }),
    async (ctx, { query: typed, ...wish }, page) => {
      await saveFilter(ctx, { ...wish, query: filtersIn(typed ?? {}) });
      return onward(page);
    },
  ),
  'change-filter': intent(
    'approved-clinic',
    z.object({ filterId: z.uuid(), name: filterName, mails: isOn }),
    async (ctx, wish, page) => {
      await changeFilter(ctx, wish);
      return onward(page);
    },
  ),
  'remove-filter': intent(
    'approved-clinic',
    z.object({ filterId: z.uuid() }),
    async (ctx, wish, page) => {
      await removeFilter(ctx, wish);
      return onward(page);
    },
  ),
  'close-guide': intent('approved-clinic', closingGuide, async (ctx, _none, page) => {
    closeGuide(ctx, page, 'clinic');
    return redirect(dashboardPath, { headers: page.headers });
  }),
});

/** What the address of the dashboard asks for; what nobody offers is passed over, as is an empty field of a form. */
interface DashboardQuery {
  readonly tab: DashboardTab;
  readonly query: SavedQuery;
  readonly cursor: string | undefined;
  /** Of the clinic's own offers: those that are over. */
  readonly over: boolean;
  /** Of those that were chosen: where their deals stand. */
  readonly state: DealStatus | undefined;
  /** Only requests that the acting member looks after; then nothing else narrows the list. */
  readonly mine: boolean;
}

const place = z.object({
  tab: z.enum(dashboardTabs).catch('new'),
  cursor: z.string().max(200).optional().catch(undefined),
  over: z.literal('yes').optional().catch(undefined),
  state: z.enum(dealStatuses).optional().catch(undefined),
  mine: z.literal('yes').optional().catch(undefined),
});

function readDashboard(search: URLSearchParams): DashboardQuery {
  const given = Object.fromEntries([...search].filter(([, value]) => value.trim() !== ''));
  const { tab, cursor, over, state, mine } = place.parse(given);
  const query = mine ? {} : filtersIn(given);
  return { tab, cursor, over: over === 'yes', state, mine: mine === 'yes', query };
}

/** Those of these fields that narrow a list. */
function filtersIn(given: Record<string, unknown>): SavedQuery {
  const known = Object.keys(savedQuery.shape).flatMap((field) => {
    const parsed = savedQuery.safeParse({ [field]: given[field] });
    return parsed.success ? Object.entries(parsed.data) : [];
  });
  return savedQuery.parse(Object.fromEntries(known.filter(([, value]) => value)));
}
