import { dashboardPath, listAddress } from './dashboard-address';
import { MessageCircle } from 'lucide-react';
import { labelKey } from '#contracts/consultation';
import { type DealStatus, dealStatuses } from '#contracts/deals';
import type { ShownBid as Bid } from '#workflows';
import { buttonStyle } from '../components/button-style';
import { ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { cx } from '../components/cx';
import { When } from '../components/date-time';
import { EmptyState } from '../components/empty-state';
import { Link } from '#app/components/link';
import { OtherPages } from '#app/components/other-pages';
import { SceneIllustration } from '../components/scene-illustration';
import { whatsAppAddress } from '../components/whats-app-address';
import { useMayAs } from '../components/use-viewer';
import { AppointmentTime, DealStatusTag } from '#app/deals/deal-status';
import { BidNote, Fact, Money, OfferStatusTag } from './lead-card';
import { useText } from '#app/i18n/use-text';

export interface BidsProps {
  tab: 'bids' | 'won';
  /** Those that are over, and were not chosen. */
  over: boolean;
  /** Of those that were chosen: where their deals stand; null for all. */
  state: DealStatus | null;
  bids: Bid[];
  nextCursor: string | null;
  continued: boolean;
}

/** What the clinic has offered: what it waits for, what it has won, and what is over. */
export function Bids({ tab, over, state, bids, nextCursor, continued }: BidsProps) {
  const t = useText();
  const place: Record<string, string> = {
    tab,
    ...(over ? { over: 'yes' } : {}),
    ...(state ? { state } : {}),
  };
  return (
    <>
      {tab === 'bids' ? (
        <p className="mt-4">
          <Link
            to={listAddress({}, over ? { tab } : { tab, over: 'yes' })}
            className="link inline-flex min-h-11 items-center"
          >
            {t(over ? 'clinic.bid.to_active' : 'clinic.bid.to_over')}
          </Link>
        </p>
      ) : null}
      {tab === 'won' ? <States state={state} /> : null}
      {bids.length === 0 && !continued ? <Nothing tab={tab} over={over} state={state} /> : null}
      <ul className="mt-4 grid gap-3 lg:grid-cols-2">
        {bids.map((bid) => (
          <BidCard key={bid.id} bid={bid} />
        ))}
      </ul>
      <OtherPages
        newest={continued && listAddress({}, place)}
        older={nextCursor && listAddress({}, { ...place, cursor: nextCursor })}
        words={[t('clinic.dashboard.newest'), t('clinic.bid.older')]}
        className="mt-6"
      />
    </>
  );
}

/** Which of the deals are shown, as links: the choice is in the address. */
function States({ state }: Pick<BidsProps, 'state'>) {
  const t = useText();
  return (
    <nav aria-label={t('clinic.won.states')} className="mt-4">
      <ul className="flex flex-wrap gap-2">
        {([null, ...dealStatuses] as const).map((each) => (
          <li key={each ?? 'all'}>
            <Link
              to={listAddress({}, each ? { tab: 'won', state: each } : { tab: 'won' })}
              aria-current={each === state ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center rounded-md border px-3 text-sm font-semibold no-underline',
                each === state
                  ? 'border-brand bg-brand-soft text-ink'
                  : 'border-line-strong bg-surface text-ink hover:border-brand',
              )}
            >
              {t(each ? wonState(each) : 'clinic.won.all')}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Nothing({ tab, over, state }: Pick<BidsProps, 'tab' | 'over' | 'state'>) {
  const t = useText();
  if (state)
    return (
      <EmptyState
        illustration={<SceneIllustration scene="completed" className="size-24" />}
        title={t('clinic.won.none', { state: t(wonState(state)) })}
        text={t('clinic.won.none_text')}
        action={
          <ButtonLink variant="secondary" to={listAddress({}, { tab: 'won' })}>
            {t('clinic.won.show_all')}
          </ButtonLink>
        }
      />
    );
  const which = over ? 'over' : tab;
  return (
    <EmptyState
      illustration={
        <SceneIllustration scene={tab === 'won' ? 'completed' : 'compare'} className="size-24" />
      }
      title={t(`clinic.dashboard.empty.${which}`)}
      text={t(`clinic.dashboard.empty_text.${which}`)}
      action={<ButtonLink to={dashboardPath}>{t('clinic.dashboard.browse')}</ButtonLink>}
    />
  );
}

/** Key of the words for where a deal stands, as its clinic reads them: one without a date asks for one. */
const wonState = (status: DealStatus): string =>
  status === 'accepted' ? 'clinic.won.accepted' : `deals.status.${status}`;

/** One offer of the clinic, and what it can do about it. */
function BidCard({ bid }: { bid: Bid }) {
  const t = useText();
  return (
    <Card as="li" className="flex flex-col p-4 text-sm sm:p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 className="text-base">{t(labelKey('sub-treatment', bid.subTreatment))}</h2>
          <p className="text-ink-soft">
            {t(labelKey('category', bid.treatment))}
            {' · '}
            {bid.patient}
          </p>
        </div>
        {bid.deal ? (
          <DealStatusTag status={bid.deal.status} words={wonState(bid.deal.status)} />
        ) : (
          <OfferStatusTag status={bid.status} />
        )}
      </div>
      <BidLines bid={bid} />
      <BidNote bid={bid} />
      <Ways bid={bid} />
    </Card>
  );
}

/** What the clinic can do about it: before the choice, dates stand in the offer itself. */
function Ways({ bid }: { bid: Bid }) {
  const t = useText();
  const mayWrite = useMayAs('doctor');
  const isOpen = bid.status === 'pending' || bid.status === 'negotiating';
  if (!isOpen && bid.status !== 'accepted') return null;
  const schedule = isOpen
    ? `/clinic/request/${bid.leadId}#offer-form-earliestDate`
    : `/clinic/deal/${bid.id}`;
  return (
    <div className="mt-auto flex flex-wrap gap-3 pt-4">
      {mayWrite ? (
        <ButtonLink to={`/clinic/conversation/${bid.id}`}>
          {t('clinic.bid.conversation')}
          {bid.unread > 0 ? <Unread count={bid.unread} /> : null}
        </ButtonLink>
      ) : null}
      <ButtonLink variant="secondary" to={schedule}>
        {t(bid.deal && bid.deal.status !== 'accepted' ? 'clinic.won.open' : 'clinic.bid.schedule')}
      </ButtonLink>
      {isOpen ? (
        <ButtonLink variant="secondary" to={`/clinic/request/${bid.leadId}`}>
          {t('clinic.bid.request')}
        </ButtonLink>
      ) : null}
      {bid.deal?.phoneNumber ? <WhatsApp bid={bid} phone={bid.deal.phoneNumber} /> : null}
    </div>
  );
}

function Unread({ count }: { count: number }) {
  const t = useText();
  return (
    <span className="tnum rounded-full bg-surface px-2 text-sm text-brand">
      {t('clinic.bid.unread', { count })}
    </span>
  );
}

/** To the patient who has chosen the offer; before that nobody's number is known. */
function WhatsApp({ bid, phone }: { bid: Bid; phone: string }) {
  const t = useText();
  const treatment = t(labelKey('sub-treatment', bid.subTreatment));
  return (
    <a
      href={whatsAppAddress({ words: t('clinic.bid.whatsapp_text', { treatment }), phone })}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonStyle({ variant: 'secondary' })}
    >
      <MessageCircle aria-hidden="true" className="size-5" />
      {t('clinic.offer.whatsapp')}
    </a>
  );
}

function BidLines({ bid }: { bid: Bid }) {
  const t = useText();
  return (
    <dl className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-2">
      {bid.leadValue === null ? null : (
        <Fact term={t('clinic.bid.value')}>
          {t('clinic.lead.dollars', { amount: bid.leadValue })}
        </Fact>
      )}
      <Fact term={t('clinic.bid.own')}>
        <Money cents={bid.amountCents} currency={bid.currency} />
      </Fact>
      <Fact term={t('clinic.bid.sent')}>
        <When date={bid.sentAt} format="datetime" />
      </Fact>
      <Fact term={t('clinic.bid.last_message')}>
        {bid.lastMessageAt ? (
          <When date={bid.lastMessageAt} format="datetime" />
        ) : (
          t('clinic.bid.no_message')
        )}
      </Fact>
      {bid.deal?.scheduledFor && bid.deal.status !== 'cancelled' ? (
        <Fact term={t('clinic.won.date')}>
          <AppointmentTime date={bid.deal.scheduledFor} city={bid.deal.city} />
        </Fact>
      ) : null}
    </dl>
  );
}
