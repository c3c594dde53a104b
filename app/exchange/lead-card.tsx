import { ArrowDown, ArrowUp, type LucideIcon, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { labelKey, openFacts, type Priority } from '#contracts/consultation';
import type { LeadCard as Lead } from '#contracts/exchange';
import { ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { cx } from '../components/cx';
import { When } from '../components/date-time';
import { ListFailure } from '../components/list-failure';
import { StatusTag } from '../components/status-tag';
import { useHydrated } from '../components/use-hydrated';
import type { Standing } from './use-arrivals';
import { cityNames } from '#app/i18n/city-names';
import { useText } from '#app/i18n/use-text';

const priorities: Record<Priority, { tone: 'accent' | 'info' | 'neutral'; icon: LucideIcon }> = {
  high: { tone: 'accent', icon: ArrowUp },
  medium: { tone: 'info', icon: Minus },
  low: { tone: 'neutral', icon: ArrowDown },
};

/** How soon somebody wants to be treated, in a word. */
export function PriorityTag({ priority }: { priority: Priority }) {
  const t = useText();
  const { tone, icon } = priorities[priority];
  return (
    <StatusTag tone={tone} icon={icon}>
      {t('clinic.lead.priority', { priority: t(labelKey('priority', priority)) })}
    </StatusTag>
  );
}

const looks: Record<Standing, string> = {
  usual: '',
  highlighted: 'arrival-border bg-accent-soft',
  bordered: 'arrival-border',
  gone: 'opacity-70',
};

/** One published request, as a clinic may see it before it is chosen. */
export function LeadCard({ lead, standing = 'usual' }: { lead: Lead; standing?: Standing }) {
  const t = useText();
  return (
    <Card
      as="li"
      className={cx('flex flex-col p-4 text-sm transition-colors sm:p-4', looks[standing])}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 className="text-base">{t(labelKey('sub-treatment', lead.subTreatment))}</h2>
          <p className="text-ink-soft">
            {t(labelKey('category', lead.treatment))}
            {' · '}
            {t(labelKey('body-area', lead.bodyArea))}
          </p>
        </div>
        <PriorityTag priority={lead.priority} />
      </div>
      <LeadFacts lead={lead} />
      <div className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-4">
        <p className="font-semibold">
          {lead.bidsCount === 1 ? t('clinic.lead.bidding_one') : null}
          {lead.bidsCount > 1 ? t('clinic.lead.bidding', { n: lead.bidsCount }) : null}
        </p>
        {standing === 'gone' ? (
          <p className="font-semibold text-warn">{t('clinic.lead.gone')}</p>
        ) : (
          <ButtonLink
            to={`/clinic/request/${lead._id}`}
            aria-label={`${t('clinic.lead.view')}: ${t(labelKey('sub-treatment', lead.subTreatment))}`}
          >
            {t('clinic.lead.view')}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

function LeadFacts({ lead }: { lead: Lead }) {
  const t = useText();
  const open = t('clinic.lead.not_stated');
  return (
    <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-2">
      <Fact term={t('clinic.lead.patient')}>{lead.patient}</Fact>
      <Fact term={t('clinic.lead.location')}>
        {lead.location ? cityNames(t, lead.location) : open}
      </Fact>
      <Fact term={t('clinic.lead.requested')}>
        <Requested at={lead.requestedAt} />
      </Fact>
      <Fact term={t('clinic.lead.value')}>
        {lead.leadValue === null ? open : t('clinic.lead.dollars', { amount: lead.leadValue })}
      </Fact>
      {openFacts.map((fact) => (
        <Fact key={fact} term={t(`catalogue.fact.${fact}`)}>
          {lead[fact] ? t(labelKey(fact, lead[fact])) : open}
        </Fact>
      ))}
      <Fact term={t('clinic.lead.photos')}>
        {t('clinic.lead.photos_count', { count: lead.photos })}
      </Fact>
      <Fact term={t('clinic.lead.competition')}>
        {t('clinic.lead.bids_count', { count: lead.bidsCount })}
      </Fact>
    </dl>
  );
}

const justNowMs = 60_000;

/** The server does not say 'now': what it wrote may be read later. */
function Requested({ at }: { at: string }) {
  const t = useText();
  const hydrated = useHydrated();
  const age = hydrated ? Date.now() - new Date(at).getTime() : justNowMs;
  if (age < justNowMs) return <time dateTime={at}>{t('clinic.lead.just_now')}</time>;
  return <When date={at} format="datetime" />;
}

interface FactProps {
  term: string;
  /** Over both columns of its list. */
  wide?: boolean;
  children: ReactNode;
}

export function Fact({ term, wide, children }: FactProps) {
  return (
    <div className={cx('min-w-0', wide && 'col-span-2')}>
      <dt className="text-ink-soft">{term}</dt>
      <dd className="tnum font-semibold break-words">{children}</dd>
    </div>
  );
}

/** In place of the dashboard when it could not be had. */
export function LeadsFailure() {
  const t = useText();
  return (
    <ListFailure
      title={t('clinic.dashboard.title')}
      failed={t('clinic.dashboard.failed')}
      safe={t('clinic.dashboard.safe')}
    />
  );
}
