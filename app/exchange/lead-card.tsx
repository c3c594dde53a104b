import { ArrowDown, ArrowUp, type LucideIcon, Minus, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { labelKey, openFields, type Priority } from '#contracts/consultation';
import type { LeadCard as Lead } from '#contracts/exchange';
import type { Currency, OfferStatus } from '#contracts/offers';
import type { ShownBid as Bid } from '#workflows';
import { ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { cx } from '../components/cx';
import { When } from '../components/date-time';
import { ListFailure } from '../components/list-failure';
import { StatusTag } from '../components/status-tag';
import { useHydrated } from '../components/use-hydrated';
import type { Standing } from './use-arrivals';
import { cityList } from '#app/i18n/city-names';
import { useFormats } from '#app/i18n/formats';
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

/** The patient asked this clinic by name. */
export function AskedTag() {
  const t = useText();
  return (
    <StatusTag tone="ok" icon={UserCheck}>
      {t('clinic.lead.asked')}
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
        <div className="flex flex-wrap gap-2">
          {lead.asked ? <AskedTag /> : null}
          <PriorityTag priority={lead.priority} />
        </div>
      </div>
      <LeadFields lead={lead} />
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

function LeadFields({ lead }: { lead: Lead }) {
  const t = useText();
  const formats = useFormats();
  const open = t('clinic.lead.not_stated');
  return (
    <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-2">
      <Fact term={t('clinic.lead.patient')}>{lead.patient}</Fact>
      <Fact term={t('clinic.lead.location')}>
        {lead.location ? cityList(t, formats, lead.location) : open}
      </Fact>
      <Fact term={t('clinic.lead.requested')}>
        <Requested at={lead.requestedAt} />
      </Fact>
      <Fact term={t('clinic.lead.value')}>
        {lead.leadValue === null ? open : t('clinic.lead.dollars', { amount: lead.leadValue })}
      </Fact>
      {openFields.map((field) => (
        <Fact key={field} term={t(`catalogue.fact.${field}`)}>
          {lead[field] ? t(labelKey(field, lead[field])) : open}
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

const tones: Record<OfferStatus, 'info' | 'accent' | 'ok' | 'neutral'> = {
  pending: 'info',
  negotiating: 'accent',
  accepted: 'ok',
  declined: 'neutral',
  withdrawn: 'neutral',
  expired: 'neutral',
};

/** Where an offer stands, in a word. */
export function OfferStatusTag({ status }: { status: OfferStatus }) {
  const t = useText();
  return <StatusTag tone={tones[status]}>{t(`clinic.bid.status.${status}`)}</StatusTag>;
}

/** Cents of a currency, as prices are written. */
export const Money = ({ cents, currency }: { cents: number; currency: string }) => (
  <span className="tnum">{useFormats().money(cents, currency as Currency)}</span>
);

type Noted = Pick<
  Bid,
  'status' | 'expiresAt' | 'endedAt' | 'declinedBecause' | 'declineReason' | 'pricePlace'
>;

/** What the clinic has to know of it now: what is waited for, or why it was not chosen and where its price lay. */
export function BidNote({ bid }: { bid: Noted }) {
  const t = useText();
  const { status, endedAt, expiresAt, declinedBecause, declineReason, pricePlace } = bid;
  const cause = status === 'declined' ? `declined_${declinedBecause ?? 'patient'}` : status;
  return (
    <div className="mt-3 space-y-1 border-t border-line pt-2">
      <p>
        {t(`clinic.bid.note.${cause}`)}{' '}
        {status === 'pending' || status === 'negotiating' ? (
          <>
            {t('clinic.bid.until')} <When date={expiresAt} format="day" />
          </>
        ) : null}
        {endedAt ? <When date={endedAt} format="day" /> : null}
      </p>
      {declineReason ? (
        <p>{t('clinic.bid.reason', { reason: t(`clinic.bid.reasons.${declineReason}`) })}</p>
      ) : null}
      {pricePlace ? <p>{t('clinic.bid.place', { ...pricePlace })}</p> : null}
    </div>
  );
}
