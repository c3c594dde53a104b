import { useSearchParams } from '@remix-run/react';
import type { ClinicCapped, ClinicCounts, SavedFilter } from '#contracts/exchange';
import type { Reputation } from '#modules/deals';
import type { OfferFigures } from '#modules/offers';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Page } from '../components/page';
import { TabLinks } from '../components/tabs';
import { useDrawer } from '../components/use-drawer';
import { Bids, type BidsProps } from './bids';
import { ClinicGuide } from './clinic-guide';
import { dashboardPath, listAddress, type Tab } from './dashboard-address';
import { FilterPanel, SearchBar } from './filter-panel';
import { NewLeads, SoundSwitch, type NewLeadsProps } from './new-leads';
import { PerformanceStats } from './performance-stats';
import { SavedFilters } from './saved-filters';

interface Figures {
  counts: ClinicCounts;
  capped: ClinicCapped;
}

/** What the page of a tab shows besides the tabs. */
export type Shown =
  | ({
      tab: 'new';
      /** A first visit is guided. */
      guide: boolean;
      filters: SavedFilter[];
      figures: OfferFigures;
      reputation: Reputation;
    } & NewLeadsProps)
  | BidsProps;

/** The clinic's dashboard: what patients ask for that fits it, what it has bid on, what it has won; 20 a page. */
export function LeadExchange({ shown, ...figures }: { shown: Shown } & Figures) {
  const t = useText();
  const [search] = useSearchParams();
  return (
    <Page
      title={t('clinic.dashboard.title')}
      lead={t('clinic.dashboard.lead')}
      width="wide"
      aside={<SoundSwitch />}
    >
      {search.has('sent') ? (
        <Banner tone="ok" className="mb-6" title={t('clinic.offer.sent')} />
      ) : null}
      {shown.tab === 'new' && shown.guide ? (
        <ClinicGuide {...shown} counts={figures.counts} />
      ) : null}
      <Tabs {...figures} active={shown.tab} />
      {shown.tab === 'new' ? <Narrowed {...shown} /> : <Bids {...shown} />}
    </Page>
  );
}

function Tabs({ counts, capped, active }: Figures & { active: Tab }) {
  const t = useText();
  const count = (name: keyof ClinicCounts): string =>
    t(capped.includes(name) ? 'clinic.dashboard.count_more' : 'clinic.dashboard.count', {
      count: counts[name],
    });
  const to = (tab: Tab) => (tab === 'new' ? dashboardPath : listAddress({}, { tab }));
  const names = { new: 'newLeads', bids: 'activeBids', won: 'wonDeals' } as const;
  return (
    <TabLinks
      label={t('clinic.dashboard.tabs')}
      items={(['new', 'bids', 'won'] as const).map((tab) => ({
        to: to(tab),
        label: t(`clinic.dashboard.${tab}`),
        count: count(names[tab]),
        active: tab === active,
      }))}
    />
  );
}

function Narrowed({ filters, figures, reputation, ...list }: Extract<Shown, { tab: 'new' }>) {
  const drawer = useDrawer();
  const { query } = list;
  return (
    <div className="mt-6 gap-8 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <FilterPanel
        query={query}
        drawer={drawer}
        stats={<PerformanceStats figures={figures} reputation={reputation} />}
        saved={<SavedFilters filters={filters} query={query} />}
      />
      <div className="min-w-0">
        <SearchBar query={query} drawer={drawer} />
        {/* Another list is another component: nothing of one arrives in the other. */}
        <NewLeads key={listAddress(query, list.continued ? { cursor: 'x' } : {})} {...list} />
      </div>
    </div>
  );
}
