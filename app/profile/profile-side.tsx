import { BellOff, BellRing, ShieldCheck, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Card } from '../components/card';
import { LinkRows } from '../components/link-rows';

const actions = [
  { to: '/profile/personal', key: 'personal' },
  { to: '/profile/security', key: 'security' },
  { to: '/profile/devices', key: 'devices' },
  { to: '/profile/privacy', key: 'privacy' },
  { to: '/profile/help', key: 'help' },
  { to: '/profile/support', key: 'support' },
] as const;

/** Where to go from the profile. */
export function QuickActions() {
  const t = useText();
  const rows = actions.map(({ to, key }) => ({
    to,
    name: t(`profile.actions.${key}`),
    text: t(`profile.actions.${key}_text`),
  }));
  return <LinkRows title={t('profile.actions.title')} rows={rows} />;
}

/** What holds of the account: its phone is verified, and whether it is told of anything beyond what guards it. */
export function AccountStatus({ notified }: { notified: boolean }) {
  const t = useText();
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{t('profile.status.title')}</h2>
      <ul className="space-y-3">
        <Note icon={ShieldCheck} title={t('profile.status.verified')}>
          {t('profile.status.verified_text')}
        </Note>
        <Note
          icon={notified ? BellRing : BellOff}
          off={!notified}
          title={t(notified ? 'profile.status.notifications' : 'profile.status.notifications_off')}
        >
          <Link to="/notifications/preferences" className="link inline-flex min-h-11 items-center">
            {t('profile.status.choose')}
          </Link>
        </Note>
      </ul>
    </Card>
  );
}

interface NoteProps {
  icon: LucideIcon;
  title: string;
  off?: boolean;
  children: ReactNode;
}

function Note({ icon: Icon, title, off = false, children }: NoteProps) {
  return (
    <li className="flex gap-3">
      <Icon
        aria-hidden="true"
        className={off ? 'mt-0.5 size-5 shrink-0 text-ink-soft' : 'mt-0.5 size-5 shrink-0 text-ok'}
      />
      <span>
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-ink-soft">{children}</span>
      </span>
    </li>
  );
}
