import { Await } from '@remix-run/react';
import { Suspense } from 'react';
import { labelKey } from '#contracts/consultation';
import type { ActivityDto } from '#contracts/leads';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Card } from '../components/card';
import { When } from '../components/date-time';
import { Skeleton } from '../components/skeleton';

type Entries = ActivityDto[] | null;

/** What happened last to the patient's own requests; each entry leads to its request. */
export function RecentActivity({ activity }: { activity: Entries | Promise<Entries> }) {
  const t = useText();
  return (
    <Card as="section">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="text-lg">{t('profile.activity.title')}</h2>
        <Link to="/profile/activity" className="link inline-flex min-h-11 items-center">
          {t('profile.activity.all')}
        </Link>
      </div>
      <Suspense fallback={<Skeleton className="w-2/3" />}>
        <Await resolve={activity} errorElement={<ActivityList entries={null} />}>
          {(entries) => <ActivityList entries={entries} />}
        </Await>
      </Suspense>
    </Card>
  );
}

/** Where an entry is about: its request, or the offers for it. */
const pageOf = (kind: ActivityDto['kind'], leadId: string): string =>
  `/${/^offers?-/.test(kind) ? 'offers' : 'request-detail'}/${leadId}`;

/** Entries with where they lead to; null: they could not be loaded. */
export function ActivityList({ entries }: { entries: Entries }) {
  const t = useText();
  if (!entries?.length)
    return (
      <p className="text-ink-soft">
        {t(entries ? 'profile.activity.none' : 'profile.activity.failed')}
      </p>
    );
  return (
    <ul className="divide-y divide-line">
      {entries.map(({ id, leadId, kind, subTreatment, at }) => (
        <li key={id} className="py-3">
          <Link to={pageOf(kind, leadId)} className="link">
            {t(`profile.activity.${kind}`, {
              treatment: t(labelKey('sub-treatment', subTreatment)),
            })}
          </Link>
          <p className="text-sm text-ink-soft">
            <When date={at} format="datetime" />
          </p>
        </li>
      ))}
    </ul>
  );
}
