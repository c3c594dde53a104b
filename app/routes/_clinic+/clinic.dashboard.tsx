import {
  dashboardPath,
  listAddress,
  type DashboardTab,
  mineParam,
} from '#app/exchange/dashboard-address';
import { useLoaderData, useSearchParams } from '@remix-run/react';
import { applicationChanged } from '#contracts/clinic-onboarding';
import { dealChanged } from '#contracts/deals';
import {
  type ClinicCapped,
  type ClinicCounts,
  type LeadCard,
  listingChanged,
  type SavedFilter,
} from '#contracts/exchange';
import { conversationChanged } from '#contracts/messaging';
import { offerChanged } from '#contracts/offers';
import { topicsChanged } from '#engine/contract';
import type { Reputation } from '#modules/deals';
import type { OfferFigures } from '#modules/offers';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { Banner } from '#app/components/banner';
import { Link } from '#app/components/link';
import { Page } from '#app/components/page';
import { TabLinks } from '#app/components/tabs';
import { FilterPanel, SavedFilters, SearchBar, useDrawer } from '#app/exchange/filter-panel';
import { useViewer } from '#app/components/use-viewer';
import { GuideCard } from '#app/demo/guide-card';
import { Bids, type BidsProps } from '#app/exchange/bids';
import { dashboardAction, loadDashboard } from '#app/exchange/dashboard.server';
import { Fact, LeadsFailure } from '#app/exchange/lead-card';
import { NewLeads, type NewLeadsProps, SoundSwitch } from '#app/exchange/new-leads';
import { pageLoader } from '#app/http/page.server';
import { useFormats } from '#app/i18n/formats';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { keepLast, useLive } from '#app/live/use-live';
import { reputationWords } from '#app/offers/offer-parts';

export const meta = pageMeta('clinic.dashboard');

export const loader = pageLoader('approved-clinic', loadDashboard);
export const clientLoader = keepLast;
export const action = dashboardAction;
export const clientAction = keepOnNetworkError;

const refreshing = new Set([
  applicationChanged,
  conversationChanged,
  dealChanged,
  listingChanged,
  offerChanged,
  topicsChanged,
]);

/** The clinic's dashboard: what patients ask for that fits it, what it has bid on, what it has won; 20 a page. */
export default function ClinicDashboardPage() {
  const { shown, ...figures } = useLoaderData<typeof loader>();
  // A request is announced to every clinic that it matches.
  useLive(({ type }) => refreshing.has(type), {
    as: 'clinic',
    withinMs: 1_500,
    whileHidden: true,
    page: 'dashboard',
  });
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

export const ErrorBoundary = LeadsFailure;

interface Figures {
  counts: ClinicCounts;
  capped: ClinicCapped;
}

/** What the page of a tab shows besides the tabs. */
type Shown =
  | ({
      tab: 'new';
      /** A first visit is guided. */
      guide: boolean;
      filters: SavedFilter[];
      figures: OfferFigures;
      reputation: Reputation;
    } & NewLeadsProps)
  | BidsProps;

function Tabs({ counts, capped, active }: Figures & { active: DashboardTab }) {
  const t = useText();
  const count = (name: keyof ClinicCounts): string =>
    t(capped.includes(name) ? 'clinic.dashboard.count_more' : 'clinic.dashboard.count', {
      count: counts[name],
    });
  const to = (tab: DashboardTab) => (tab === 'new' ? dashboardPath : listAddress({}, { tab }));
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

/** All requests, or those that were given to who reads. */
function WhoseRequests({ mine }: { mine: boolean }) {
  const t = useText();
  return (
    <p className="mb-3">
      <Link
        to={mine ? dashboardPath : listAddress({}, mineParam)}
        className="link inline-flex min-h-11 items-center"
      >
        {t(mine ? 'team.everybody' : 'team.mine')}
      </Link>
    </p>
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
        <WhoseRequests mine={list.mine} />
        <SearchBar query={query} drawer={drawer} />
        {/* Another list is another component: nothing of one arrives in the other. */}
        <NewLeads
          key={listAddress(query, {
            ...(list.mine ? mineParam : {}),
            cursor: String(list.continued),
          })}
          {...list}
        />
      </div>
    </div>
  );
}

/** The patient of the demo who waits for answers in the story. */
export const patientOfGuide = '+12125550101';

interface ClinicGuideProps {
  readonly counts: ClinicCounts;
  readonly leads: readonly LeadCard[];
  readonly filters: readonly SavedFilter[];
}

/** In the demo: an offer, an answer, a filter of one's own, ticked by what the dashboard shows. */
function ClinicGuide({ counts, leads, filters }: ClinicGuideProps) {
  const t = useText();
  const unread = useViewer().messages.clinic;
  const hasOffered = counts.activeBids + counts.wonDeals > 0;
  return (
    <GuideCard
      page="/clinic/dashboard"
      steps={[
        {
          words: t('demo.guide.clinic.offer'),
          to: leads[0] ? `/clinic/request/${leads[0]._id}` : null,
          done: hasOffered,
        },
        {
          words: t('demo.guide.clinic.answer'),
          to: '/clinic/messages',
          done: hasOffered && unread === 0,
        },
        {
          words: t('demo.guide.clinic.filter'),
          to: listAddress({ priority: 'high' }),
          done: filters.length > 0,
        },
      ]}
      otherSide={{ id: 'demo.guide.clinic.other_side', phone: patientOfGuide, signIn: '/login' }}
    />
  );
}

/** A share of fewer says nothing. */
const smallest = 5;

/**
 * How the clinic's own offers have fared, and what patients see of it; a share has its sample beside it, and none below
 * the smallest.
 */
function PerformanceStats({
  figures,
  reputation,
}: {
  figures: OfferFigures;
  reputation: Reputation;
}) {
  const t = useText();
  const formats = useFormats();
  const words = reputationWords({ t, formats }, reputation);
  const { sent, won, decided } = figures;
  const percent = Math.round((100 * won) / Math.max(decided, 1));
  return (
    <>
      <p className="text-ink-soft">{t('clinic.stats.period')}</p>
      <dl className="mt-1 grid grid-cols-2 items-end gap-2">
        <Fact term={t('clinic.stats.sent')}>{t('clinic.dashboard.count', { count: sent })}</Fact>
        <Fact term={t('clinic.stats.won')}>{t('clinic.dashboard.count', { count: won })}</Fact>
        <Fact wide term={t('clinic.stats.rate')}>
          {decided < smallest
            ? t('clinic.stats.few', { count: smallest })
            : t('clinic.stats.share', { part: won, whole: decided, percent })}
        </Fact>
      </dl>
      <p className="mt-3 text-ink-soft">{t('clinic.stats.seen')}</p>
      <dl className="mt-1 grid gap-2">
        <Fact term={t('offers.row.rating')}>{words.rating}</Fact>
        <Fact term={t('offers.row.answer')}>{words.answer}</Fact>
        <Fact term={t('clinic.stats.asked')}>{words.askedAnswer}</Fact>
        <Fact term={t('offers.row.kept')}>{words.kept}</Fact>
      </dl>
    </>
  );
}
