import type { ShownBid as Bid } from '#workflows';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { ButtonLink } from '../components/button';
import { EmptyState } from '../components/empty-state';
import { SceneIllustration } from '../components/scene-illustration';
import { BidCard } from './bid-card';
import { dashboardPath, listAddress } from './dashboard-address';

export interface BidsProps {
  tab: 'bids' | 'won';
  /** Those that are over, and were not chosen. */
  over: boolean;
  bids: Bid[];
  nextCursor: string | null;
  continued: boolean;
}

/** What the clinic has offered: what it waits for, what it has won, and what is over. */
export function Bids({ tab, over, bids, nextCursor, continued }: BidsProps) {
  const t = useText();
  const place: Record<string, string> = over ? { tab, over: 'yes' } : { tab };
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
      {bids.length === 0 && !continued ? <Nothing tab={tab} over={over} /> : null}
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

function Nothing({ tab, over }: Pick<BidsProps, 'tab' | 'over'>) {
  const t = useText();
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
