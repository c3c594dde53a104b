import { MessageSquareWarning, ShieldQuestion, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { HomeRecord } from '#platform/staff-records';
import { When } from '../components/when';
import { useText } from '../text';

/** What somebody should know before the work begins: unusual sending of codes, claims nobody vouched for. */
export function Oddities({ record: { smsAlerts, unconfirmedClaims } }: { record: HomeRecord }) {
  const t = useText();
  return (
    <>
      {smsAlerts.map(({ kind, dialCode, hour, sent, verified }) => (
        <Notice key={`${kind}${dialCode}${hour}`} icon={MessageSquareWarning}>
          <strong>{t(`console.home.sms.${kind}`, { dialCode, sent, verified })}</strong>{' '}
          <When at={hour} />
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
