import { Form, useActionData, useSearchParams } from '@remix-run/react';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { Card } from '../components/card';
import { When } from '../components/date-time';
import { Page } from '../components/page';
import { StatusTag } from '../components/status-tag';
import { Rich } from '#app/i18n/rich';
import { useFormats } from '#app/i18n/formats';
import { useText } from '#app/i18n/use-text';

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

interface Device {
  id: string;
  createdAt: Date | string;
  lastSeenAt: Date | string;
  sharedDevice: boolean;
  current: boolean;
}

/** Where somebody is signed in, last used first; every one but this can be signed out. */
function DeviceList({ sessions }: { sessions: readonly Device[] }) {
  return (
    <ul className="space-y-4">
      {sessions.map((device) => (
        <Card key={device.id} as="li">
          <DeviceRow device={device} />
        </Card>
      ))}
    </ul>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const t = useText();
  const formats = useFormats();
  const { id, createdAt, lastSeenAt, sharedDevice, current } = device;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div>
        <h2 className="flex flex-wrap items-center gap-2 text-lg">
          {t(current ? 'profile.devices.this' : 'profile.devices.other')}
          {sharedDevice ? <StatusTag tone="info">{t('profile.devices.shared')}</StatusTag> : null}
        </h2>
        <p className="text-ink-soft">
          <Rich
            id="profile.devices.seen"
            components={{ when: <When date={lastSeenAt} format="datetime" /> }}
          />
        </p>
        <p className="text-sm text-ink-soft">
          <Rich
            id="profile.devices.since"
            components={{ when: <When date={createdAt} format="datetime" /> }}
          />
        </p>
      </div>
      {current ? null : (
        <Form method="post">
          <input type="hidden" name="id" value={id} />
          <Button
            name="intent"
            value="end"
            variant="secondary"
            aria-label={t('profile.devices.end_of', {
              when: formats.dateTime(new Date(lastSeenAt), 'UTC'),
            })}
          >
            {t('profile.devices.end')}
          </Button>
        </Form>
      )}
    </div>
  );
}
