import { redirect } from '@remix-run/node';
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react';
import { sessionChoiceSchema } from '#contracts/identity';
import { endOwnSession, ownSessions } from '#modules/identity';
import { Banner } from '#app/components/banner';
import { Page } from '#app/components/page';
import { DeviceList } from '#app/profile/device-list';
import { intent, pageAction, pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('profile.devices');

export const loader = pageLoader('patient', async (ctx) => ({ sessions: await ownSessions(ctx) }));

export const action = pageAction('patient', {
  end: intent('patient', sessionChoiceSchema, async (ctx, { id }) => {
    await endOwnSession(ctx, { id });
    return redirect('/profile/devices?ended');
  }),
});

export default function DevicesPage() {
  const t = useText();
  const { sessions } = useLoaderData<typeof loader>();
  const answer = useActionData<{ reply?: { error?: Record<string, string[]> } }>();
  const [search] = useSearchParams();
  const failure = answer?.reply?.error?.['']?.[0];
  return (
    <Page
      title={t('profile.devices.title')}
      lead={t('profile.devices.lead')}
      back={{ to: '/profile' }}
    >
      <div className="space-y-6">
        {failure ? <Banner tone="danger" title={failure} /> : null}
        {!failure && search.has('ended') ? (
          <Banner tone="ok" title={t('profile.devices.ended')} />
        ) : null}
        <DeviceList sessions={sessions} />
      </div>
    </Page>
  );
}
