import { BadgeCheck, Clock } from 'lucide-react';
import { useText } from '#app/i18n/use-text';
import type { AccountEmail } from '#workflows';
import { StatusTag } from '../components/status-tag';

/** The address of an account: whether its owner has confirmed it, and the one that waits to take its place. */
export function EmailState({ email, proved, pendingEmail }: AccountEmail) {
  const t = useText();
  return (
    <div className="mt-2 space-y-2">
      <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
        {email}
        {proved ? (
          <StatusTag tone="ok" icon={BadgeCheck}>
            {t('security.email.proved')}
          </StatusTag>
        ) : (
          <StatusTag tone="info" icon={Clock}>
            {t('security.email.unproved')}
          </StatusTag>
        )}
      </p>
      {pendingEmail ? (
        <p className="wrap-anywhere">{t('security.email.waiting', { email: pendingEmail })}</p>
      ) : null}
      {!proved && !pendingEmail ? (
        <p className="text-ink-soft">{t('security.email.unproved_text')}</p>
      ) : null}
    </div>
  );
}
