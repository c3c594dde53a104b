import { BellRing, ShieldCheck, type LucideIcon } from 'lucide-react';
import { useText } from '#app/i18n/use-text';
import { Card } from '../components/card';
import { LinkRows } from '../components/link-rows';

const actions = [
  { to: '/profile/personal', key: 'personal' },
  { to: '/profile/security', key: 'security' },
  { to: '/profile/devices', key: 'devices' },
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

/** What holds for every account that can be seen here: its phone is verified, and open pages are told of changes. */
export function AccountStatus() {
  const t = useText();
  return (
    <Card as="section">
      <h2 className="mb-3 text-lg">{t('profile.status.title')}</h2>
      <ul className="space-y-3">
        <Note icon={ShieldCheck} name="verified" />
        <Note icon={BellRing} name="notifications" />
      </ul>
    </Card>
  );
}

function Note({ icon: Icon, name }: { icon: LucideIcon; name: 'verified' | 'notifications' }) {
  const t = useText();
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
      <span>
        <span className="block font-semibold">{t(`profile.status.${name}`)}</span>
        <span className="block text-sm text-ink-soft">{t(`profile.status.${name}_text`)}</span>
      </span>
    </li>
  );
}
