import { Await, Form } from '@remix-run/react';
import { ChevronRight, LogOut } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { LeadCounts } from '#contracts/leads';
import { Button } from '../components/button';
import { Card } from '../components/card';
import { Link } from '../components/link';
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

interface LinkRowsProps {
  title: string;
  rows: ReadonlyArray<{ to: string; name: string; text: string }>;
}

/** Where to go from here, each with what is found there. */
export const LinkRows = ({ title, rows }: LinkRowsProps) => (
  <Card as="section">
    <h2 className="mb-2 text-lg">{title}</h2>
    <ul className="divide-y divide-line">
      {rows.map(({ to, name, text }) => (
        <li key={to}>
          <Link to={to} className="group flex min-h-14 items-center gap-3 py-2 no-underline">
            <span className="grow">
              <span className="block font-semibold group-hover:underline">{name}</span>
              <span className="block text-sm text-ink-soft">{text}</span>
            </span>
            <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100 text-ink-soft" />
          </Link>
        </li>
      ))}
    </ul>
  </Card>
);

/** Ends the session of an area and leads to the front page; a form, so that it needs no script. */
export function SignOut({ area }: { area: 'patient' | 'clinic' }) {
  const t = useText();
  return (
    <Form method="post" action="/logout">
      <input type="hidden" name="area" value={area} />
      <Button variant="secondary" full>
        <LogOut aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        {t('profile.sign_out')}
      </Button>
    </Form>
  );
}
