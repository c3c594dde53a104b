import { useLoaderData } from '@remix-run/react';
import { leadChanged } from '#contracts/leads';
import { offerChanged } from '#contracts/offers';
import { ownActivity } from '#modules/leads';
import { OtherPages } from '#app/components/other-pages';
import { Page } from '#app/components/page';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { useLive } from '#app/live/use-live';
import { ActivityList } from '#app/profile/recent-activity';

export const meta = pageMeta('profile.activity_page');

export const loader = pageLoader('patient', async (ctx, { url }) => {
  const cursor = url.searchParams.get('cursor') ?? undefined;
  return { ...(await ownActivity(ctx, { cursor })), isEarlier: cursor !== undefined };
});

export default function ActivityPage() {
  const t = useText();
  const { entries, nextCursor, isEarlier } = useLoaderData<typeof loader>();
  useLive(({ type }) => type === leadChanged || type === offerChanged);
  return (
    <Page title={t('profile.activity_page.title')} back={{ to: '/profile' }}>
      <div className="space-y-4">
        <ActivityList entries={entries} />
        <OtherPages
          newest={isEarlier && '/profile/activity'}
          older={nextCursor && `/profile/activity?cursor=${nextCursor}`}
          words={[t('profile.activity_page.newest'), t('profile.activity_page.older')]}
        />
      </div>
    </Page>
  );
}
