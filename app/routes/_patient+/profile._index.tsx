import { useLoaderData, useSearchParams } from '@remix-run/react';
import { BadgeCheck, BellOff, BellRing, type LucideIcon, Pencil, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#contracts/identity';
import { leadChanged } from '#contracts/leads';
import { offerChanged } from '#contracts/offers';
import { Banner } from '#app/components/banner';
import { ButtonLink } from '#app/components/button';
import { Card } from '#app/components/card';
import { Link } from '#app/components/link';
import { Page } from '#app/components/page';
import { StatusTag } from '#app/components/status-tag';
import { isDocument, pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { useLive } from '#app/live/use-live';
import { loadProfile } from '#app/profile/pages.server';
import { RecentActivity } from '#app/profile/recent-activity';
import { LinkRows, SignOut, Tiles } from '#app/profile/tiles';
import { EmailNotice } from '#app/security/email-notice';

export const meta = pageMeta('profile.home');

export const loader = pageLoader('patient', (ctx, { request }) =>
  loadProfile(ctx, { wait: isDocument(request) }),
);

export default function ProfilePage() {
  const t = useText();
  const { user, phone, initials, address, notified, counts, activity } =
    useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  useLive(({ type }) => type === leadChanged || type === offerChanged);
  return (
    <Page title={t('profile.home.title')} width="wide">
      <div className="space-y-6">
        {search.has('saved') ? <Banner tone="ok" title={t('profile.home.saved')} /> : null}
        <EmailNotice {...address} />
        <ProfileHeader user={user} phone={phone} initials={initials} />
        <Tiles counts={counts} />
        <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
          <RecentActivity activity={activity} />
          <div className="space-y-6">
            <QuickActions />
            <AccountStatus notified={notified} />
            <SignOut area="patient" />
          </div>
        </div>
      </div>
    </Page>
  );
}

/** Who is signed in, with words for what is missing, and the way to change it. */
function ProfileHeader({ user, phone, initials }: { user: User; phone: string; initials: string }) {
  const t = useText();
  const { firstName, lastName, email } = user;
  const name = `${firstName} ${lastName}`.trim() || t('profile.home.no_name');
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <span
        aria-hidden="true"
        className="grid size-16 shrink-0 place-items-center rounded-full bg-brand text-xl font-semibold text-white"
      >
        {initials}
      </span>
      <div className="min-w-0 grow">
        <h2 className="text-xl wrap-anywhere">{name}</h2>
        <p className="text-ink-soft wrap-anywhere">{email || t('profile.home.no_email')}</p>
        <p className="text-ink-soft">
          <bdi className="tnum">{phone || t('profile.home.no_phone')}</bdi>
        </p>
        <p className="mt-2">
          <StatusTag tone="ok" icon={BadgeCheck}>
            {t('profile.home.verified')}
          </StatusTag>
        </p>
      </div>
      <ButtonLink variant="secondary" to="/profile/personal" aria-label={t('profile.home.edit')}>
        <Pencil aria-hidden="true" className="size-5" />
      </ButtonLink>
    </Card>
  );
}

const actions = [
  { to: '/profile/personal', key: 'personal' },
  { to: '/profile/security', key: 'security' },
  { to: '/profile/devices', key: 'devices' },
  { to: '/profile/privacy', key: 'privacy' },
  { to: '/profile/help', key: 'help' },
  { to: '/profile/support', key: 'support' },
] as const;

/** Where to go from the profile. */
function QuickActions() {
  const t = useText();
  const rows = actions.map(({ to, key }) => ({
    to,
    name: t(`profile.actions.${key}`),
    text: t(`profile.actions.${key}_text`),
  }));
  return <LinkRows title={t('profile.actions.title')} rows={rows} />;
}

/** What holds of the account: its phone is verified, and whether it is notified of anything beyond what guards it. */
function AccountStatus({ notified }: { notified: boolean }) {
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
