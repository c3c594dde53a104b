import { Await } from '@remix-run/react';
import { Suspense, type ReactNode } from 'react';
import type { LeadCounts } from '#contracts/leads';
import { useText } from '#app/i18n/use-text';

const none: LeadCounts = { total: 0, active: 0, completed: 0, cancelled: 0, offers: 0 };

/** Four figures of the patient's requests: dots while they load, nought when they cannot be had. */
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

const Tile = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-col-reverse justify-end rounded-lg border border-line bg-surface p-4">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="tnum text-2xl font-semibold">{children}</dd>
  </div>
);
