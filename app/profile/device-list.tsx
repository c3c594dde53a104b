import { Form } from '@remix-run/react';
import { Rich } from '#app/i18n/rich';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { Card } from '../components/card';
import { When } from '../components/date-time';
import { StatusTag } from '../components/status-tag';

export interface Device {
  id: string;
  createdAt: Date | string;
  lastSeenAt: Date | string;
  sharedDevice: boolean;
  current: boolean;
}

/** Where somebody is signed in, last used first; every one but this can be signed out. */
export function DeviceList({ sessions }: { sessions: readonly Device[] }) {
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
