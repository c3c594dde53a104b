import type { ClinicCapped, ClinicCounts, LeadCard as Card } from '#contracts/exchange';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { ButtonLink } from '../components/button';
import { EmptyState } from '../components/empty-state';
import { Page } from '../components/page';
import { SceneIllustration } from '../components/scene-illustration';
import { TabLinks } from '../components/tabs';
import { LeadCard } from './lead-card';

export interface LeadExchangeProps {
  tab: 'new' | 'bids' | 'won';
  counts: ClinicCounts;
  capped: ClinicCapped;
  leads: Card[];
  nextCursor: string | null;
  /** Not the first page. */
  continued: boolean;
  /** Why fewer requests than expected are shown, if so. */
  reach: { specialtiesMatch: boolean; cityOffered: boolean };
}

const here = '/clinic/dashboard';

/** The clinic's dashboard: what patients ask for that fits it, 20 a page. */
export function LeadExchange(props: LeadExchangeProps) {
  const t = useText();
  const { tab, counts, capped } = props;
  const shown = (name: keyof ClinicCounts): string =>
    t(capped.includes(name) ? 'clinic.dashboard.count_more' : 'clinic.dashboard.count', {
      count: counts[name],
    });
  return (
    <Page title={t('clinic.dashboard.title')} lead={t('clinic.dashboard.lead')} width="wide">
      <TabLinks
        label={t('clinic.dashboard.tabs')}
        items={[
          {
            to: here,
            label: t('clinic.dashboard.new'),
            count: shown('newLeads'),
            active: tab === 'new',
          },
          {
            to: `${here}?tab=bids`,
            label: t('clinic.dashboard.bids'),
            count: shown('activeBids'),
            active: tab === 'bids',
          },
          { to: `${here}?tab=won`, label: t('clinic.dashboard.won'), active: tab === 'won' },
        ]}
      />
      {tab === 'new' ? <NewLeads {...props} /> : <Nothing tab={tab} />}
    </Page>
  );
}

function NewLeads({ leads, nextCursor, continued, reach }: LeadExchangeProps) {
  const t = useText();
  return (
    <>
      <Reach reach={reach} />
      {leads.length === 0 && !continued && reach.specialtiesMatch ? (
        <EmptyState
          illustration={<SceneIllustration scene="requests" className="size-24" />}
          title={t('clinic.dashboard.no_leads')}
          text={t('clinic.dashboard.no_leads_text')}
        />
      ) : null}
      <ul className="mt-6 grid gap-3 lg:grid-cols-2">
        {leads.map((lead) => (
          <LeadCard key={lead._id} lead={lead} />
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        {continued ? (
          <ButtonLink variant="secondary" to={here}>
            {t('clinic.dashboard.newest')}
          </ButtonLink>
        ) : null}
        {nextCursor ? (
          <ButtonLink
            variant="secondary"
            to={`${here}?${new URLSearchParams({ cursor: nextCursor }).toString()}`}
          >
            {t('clinic.dashboard.older')}
          </ButtonLink>
        ) : null}
      </div>
    </>
  );
}

/** What a clinic must know of its own details to understand its list. */
function Reach({ reach }: Pick<LeadExchangeProps, 'reach'>) {
  const t = useText();
  if (!reach.specialtiesMatch)
    return (
      <Banner tone="warn" title={t('clinic.dashboard.no_category')} className="mt-6">
        {t('clinic.dashboard.no_category_text')}
      </Banner>
    );
  if (!reach.cityOffered)
    return (
      <Banner tone="info" className="mt-6">
        {t('clinic.dashboard.other_city')}
      </Banner>
    );
  return null;
}

function Nothing({ tab }: { tab: 'bids' | 'won' }) {
  const t = useText();
  return (
    <EmptyState
      illustration={
        <SceneIllustration scene={tab === 'won' ? 'completed' : 'compare'} className="size-24" />
      }
      title={t(`clinic.dashboard.empty.${tab}`)}
      text={t(`clinic.dashboard.empty_text.${tab}`)}
      action={<ButtonLink to={here}>{t('clinic.dashboard.browse')}</ButtonLink>}
    />
  );
}
