import { Form, Link } from '@remix-run/react';
import { BellRing, ChevronRight, LogOut, ShieldCheck, type LucideIcon } from 'lucide-react';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { Card } from '../components/card';

const actions = [
  { to: '/profile/personal', key: 'personal' },
  { to: '/profile/security', key: 'security' },
  { to: '/profile/devices', key: 'devices' },
  { to: '/profile/help', key: 'help' },
] as const;

/** Where to go from the profile. */
export function QuickActions() {
  const t = useText();
  return (
    <Card as="section">
      <h2 className="mb-2 text-lg">{t('profile.actions.title')}</h2>
      <ul className="divide-y divide-line">
        {actions.map(({ to, key }) => (
          <li key={key}>
            <Link to={to} className="group flex min-h-14 items-center gap-3 py-2 no-underline">
              <span className="grow">
                <span className="block font-semibold group-hover:underline">
                  {t(`profile.actions.${key}`)}
                </span>
                <span className="block text-sm text-ink-soft">
                  {t(`profile.actions.${key}_text`)}
                </span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
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

/** Ends the session; a form, so that it needs no script. */
export function SignOut() {
  const t = useText();
  return (
    <Form method="post" action="/logout">
      <input type="hidden" name="area" value="patient" />
      <Button variant="secondary" full>
        <LogOut aria-hidden="true" className="size-4" />
        {t('profile.sign_out')}
      </Button>
    </Form>
  );
}
