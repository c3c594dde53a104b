import Button from '@mui/material/Button';
import { MessageSquareWarning, Scale, ShieldQuestion, type LucideIcon } from 'lucide-react';
import { lazy, useCallback, useEffect, useState, type ReactNode } from 'react';
import { useLogoutIfAccessDenied } from 'react-admin';
import { Link } from 'react-router-dom';
import type { HomeRecord } from '#platform/lists/console-records';
import { LazyPart } from '../components/error-boundary';
import { isOfQueue, useLive } from '../components/live';
import { PageHead } from '../components/page-head';
import { When } from '../components/times';
import { messageOf } from '../providers/answers';
import { useStaff } from '../providers/auth-provider';
import { useConsoleData } from '../providers/data-provider';
import { useText } from '../text';
import { Queues } from './queues';

const Charts = lazy(() => import('./charts'));
const Guide = lazy(() => import('./guide'));

/** What waits, how the last thirty days went, and what looks odd. */
export function Home() {
  const t = useText();
  const staff = useStaff();
  const { record, error, load } = useHome();
  const title = staff ? t('console.home.greeting', { name: staff.name }) : t('console.home.title');
  return (
    <>
      <PageHead title={title} lead={t('console.home.lead')} />
      {error ? (
        <div role="alert" className="panel mb-5 flex flex-wrap items-center gap-4 p-5">
          <p className="measure">{error}</p>
          <Button variant="outlined" onClick={() => void load()}>
            {t('console.try_again')}
          </Button>
        </div>
      ) : null}
      {record ? (
        <div className="grid gap-5">
          {record.demo ? (
            <LazyPart wait={null}>
              <Guide record={record} />
            </LazyPart>
          ) : null}
          <Oddities record={record} />
          <Queues record={record} />
          <LazyPart wait={<div className="skeleton h-64 rounded-lg" />}>
            <Charts record={record} />
          </LazyPart>
        </div>
      ) : error ? null : (
        <div
          role="status"
          aria-label={t('console.loading')}
          className="grid gap-5 @min-[46rem]:grid-cols-2"
        >
          <span className="skeleton h-56 rounded-lg" />
          <span className="skeleton h-56 rounded-lg" />
        </div>
      )}
    </>
  );
}

/** The record of this page, asked for again when a queue changes. */
function useHome() {
  const t = useText();
  const data = useConsoleData();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [record, setRecord] = useState<HomeRecord | null>(null);
  const [error, setError] = useState<string | null>(null);
  const load = useCallback(async () => {
    try {
      setRecord(await data.read<HomeRecord>('home'));
      setError(null);
    } catch (refused) {
      if (!(await logoutIfAccessDenied(refused)))
        setError(messageOf(refused, t('console.error.unreadable')));
    }
    // What the hooks answer is made anew at each render and always means the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => void load(), [load]);
  useLive((message) => {
    if (!message || isOfQueue(message)) void load();
  });
  return { record, error, load };
}

/** What somebody should know before the work begins: unusual sending of codes, claims nobody vouched for. */
function Oddities({ record: { smsAlerts, unconfirmedClaims, apart } }: { record: HomeRecord }) {
  const t = useText();
  return (
    <>
      {smsAlerts.map(({ kind, dialCode, hour, sent, verified }) => (
        <Notice key={`${kind}${dialCode}${hour}`} icon={MessageSquareWarning}>
          <strong>{t(`console.home.sms.${kind}`, { dialCode, sent, verified })}</strong>{' '}
          <When at={hour} />
        </Notice>
      ))}
      {apart.map(({ clinicId, clinicName, ...times }) => (
        <Notice key={clinicId} icon={Scale}>
          {t('console.home.apart', { clinic: clinicName, ...times })}{' '}
          <Link to={`/admin/clinics/${clinicId}/show`} className="link">
            {t('console.home.apart_link')}
          </Link>
        </Notice>
      ))}
      {unconfirmedClaims ? (
        <Notice icon={ShieldQuestion}>
          {t('console.home.claims', { count: unconfirmedClaims })}{' '}
          <Link to="/admin/content" className="link">
            {t('console.home.claims_link')}
          </Link>
        </Notice>
      ) : null}
    </>
  );
}

const Notice = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <p className="flex items-start gap-3 rounded-md bg-warn-soft px-4 py-3 text-ink">
    <Icon size={18} aria-hidden className="mt-0.5 shrink-0 text-warn" />
    <span>{children}</span>
  </p>
);
