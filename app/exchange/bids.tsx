import { dealStatuses, type DealStatus } from '#contracts/deals';
import type { ShownBid as Bid } from '#workflows';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { ButtonLink } from '../components/button';
import { cx } from '../components/cx';
import { EmptyState } from '../components/empty-state';
import { SceneIllustration } from '../components/scene-illustration';
import { BidCard, wonState } from './bid-card';
import { dashboardPath, listAddress } from './dashboard-address';

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
      <div className="mt-6 flex flex-wrap gap-3">
        {continued ? (
          <ButtonLink variant="secondary" to={listAddress({}, place)}>
            {t('clinic.dashboard.newest')}
          </ButtonLink>
        ) : null}
        {nextCursor ? (
          <ButtonLink variant="secondary" to={listAddress({}, { ...place, cursor: nextCursor })}>
            {t('clinic.bid.older')}
          </ButtonLink>
        ) : null}
      </div>
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
