import { Form, useActionData, useSearchParams } from '@remix-run/react';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { Page } from '../components/page';
import { DeviceList, type Device } from './device-list';

/** Where somebody is signed in; each other device, or all of them, can be signed out. */
export function DevicesPage({ sessions, back }: { sessions: readonly Device[]; back: string }) {
  const t = useText();
  const answer = useActionData() as { reply?: { error?: Record<string, string[]> } } | undefined;
  const [search] = useSearchParams();
  const failure = answer?.reply?.error?.['']?.[0];
  const done = search.has('ended')
    ? t('profile.devices.ended')
    : search.has('ended-others')
      ? t('profile.devices.ended_others')
      : null;
  return (
    <Page title={t('profile.devices.title')} lead={t('profile.devices.lead')} back={{ to: back }}>
      <div className="space-y-6">
        {failure ? <Banner tone="danger" title={failure} /> : null}
        {!failure && done ? <Banner tone="ok" title={done} /> : null}
        <DeviceList sessions={sessions} />
        {sessions.some(({ current }) => !current) ? (
          <Form method="post">
            <Button name="intent" value="end-others" variant="secondary">
              {t('profile.devices.end_others')}
            </Button>
          </Form>
        ) : null}
      </div>
    </Page>
  );
}
