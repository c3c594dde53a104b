import { useLoaderData, useSearchParams } from '@remix-run/react';
import { leadChanged } from '#contracts/leads';
import { offerChanged } from '#contracts/offers';
import { Banner } from '#app/components/banner';
import { Page } from '#app/components/page';
import { ProfileHeader } from '#app/profile/profile-header';
import { SignOut } from '#app/components/sign-out';
import { AccountStatus, QuickActions } from '#app/profile/profile-side';
import { RecentActivity } from '#app/profile/recent-activity';
import { Tiles } from '#app/profile/tiles';
import { EmailNotice } from '#app/security/email-notice';
import { isDocument, pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { useLive } from '#app/live/use-live';
import { loadProfile } from '#app/profile/load-profile.server';

export const meta = pageMeta('profile.home');

export const loader = pageLoader('patient', (ctx, { request }) =>
  loadProfile(ctx, { wait: isDocument(request) }),
);

export default function ProfilePage() {
  const t = useText();
  const { user, phone, address, notified, counts, activity } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  useLive(({ type }) => type === leadChanged || type === offerChanged);
  return (
    <Page title={t('profile.home.title')} width="wide">
      <div className="space-y-6">
        {search.has('saved') ? <Banner tone="ok" title={t('profile.home.saved')} /> : null}
        <EmailNotice {...address} />
        <ProfileHeader user={user} phone={phone} />
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
