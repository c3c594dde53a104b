import { Await } from '@remix-run/react';
import { Suspense, type ReactNode } from 'react';
import type { LeadCounts } from '#contracts/leads';
import { useText } from '#app/i18n/use-text';

const none: LeadCounts = { total: 0, active: 0, completed: 0, cancelled: 0, offers: 0 };

/** Four figures of the patient's requests, with the words and counts of their list's tabs: dots while they load, nought when they cannot be had. */
export function Tiles({ counts }: { counts: LeadCounts | Promise<LeadCounts> }) {
  const t = useText();
  return (
    <section aria-label={t('profile.tiles.title')}>
      <Suspense fallback={<Figures />}>
        <Await resolve={counts} errorElement={<Figures counts={none} />}>
          {(known) => <Figures counts={known} />}
        </Await>
      </Suspense>
    </section>
  );
}

function Figures({ counts }: { counts?: LeadCounts }) {
  const t = useText();
  const figure = (n: number | undefined) => n ?? t('profile.tiles.loading');
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <Tile label={t('profile.tiles.total')}>{figure(counts?.total)}</Tile>
      <Tile label={t('profile.tiles.completed')}>{figure(counts?.completed)}</Tile>
      <Tile label={t('profile.tiles.in_progress')}>{figure(counts?.active)}</Tile>
      <Tile label={t('profile.tiles.offers')}>{figure(counts?.offers)}</Tile>
    </dl>
  );
}

interface TileProps {
  label: string;
  /** What the figure holds besides what its label says. */
  note?: string | null;
  children: ReactNode;
}

/** A figure over what it counts. */
export const Tile = ({ label, note, children }: TileProps) => (
  <div className="flex flex-col rounded-lg border border-line bg-surface p-4">
    <dt className="order-2 text-sm text-ink-soft">{label}</dt>
    <dd className="tnum order-1 text-2xl font-semibold">{children}</dd>
    {note ? <dd className="order-3 text-sm text-ink-soft">{note}</dd> : null}
  </div>
);
