import { Form, useSubmit } from '@remix-run/react';
import { useState } from 'react';
import { mostBrowsers, type BrowserDto, type BrowsersDto } from '#contracts/webhooks';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { Card } from '../components/card';
import { When } from '../components/date-time';
import { useHydrated } from '../components/use-hydrated';
import { canBeNotified, isDenied, type PushFault, subscribeHere } from './push-browser';

/** Which browsers show what happens while no page of ours is open; each is asked after a tap, never before. */
export function BrowsersCard({ push }: { push: BrowsersDto }) {
  const t = useText();
  const { browsers } = push;
  return (
    <Card className="space-y-4">
      <div>
        <h2 className="text-lg font-semibold">{t('notices.push.title')}</h2>
        <p className="text-ink-soft">{t('notices.push.text')}</p>
      </div>
      <ThisBrowser push={push} />
      {browsers.length > 0 ? (
        <ul className="divide-y divide-line border-t border-line">
          {browsers.map((browser) => (
            <Browser key={browser._id} browser={browser} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

/** Why the browser that asks is not notified, as one word; null where it may be. */
function useObstacle({ key, sharedDevice, browsers }: BrowsersDto): string | null {
  const hydrated = useHydrated();
  if (key === null) return 'unavailable';
  if (sharedDevice) return 'shared';
  if (!hydrated) return null;
  if (!canBeNotified()) return 'unsupported';
  if (isDenied()) return 'denied';
  if (browsers.some(({ isThis }) => isThis)) return 'on';
  return browsers.length >= mostBrowsers ? 'full' : null;
}

function ThisBrowser({ push }: { push: BrowsersDto }) {
  const t = useText();
  const hydrated = useHydrated();
  const obstacle = useObstacle(push);
  if (obstacle)
    return (
      <p className="font-semibold" data-push={obstacle}>
        {t(`notices.push.${obstacle}`, { most: mostBrowsers })}
      </p>
    );
  if (!hydrated)
    return (
      <noscript>
        <p>{t('notices.push.needs_script')}</p>
      </noscript>
    );
  return <NotifyHere name={push.key!} />;
}

function NotifyHere({ name }: { name: string }) {
  const t = useText();
  const submit = useSubmit();
  const { answer, pending } = useIntent('notify-here');
  const [state, setState] = useState<'asking' | PushFault | null>(null);
  const ask = async () => {
    setState('asking');
    const given = await subscribeHere(name);
    if (typeof given === 'string') return setState(given);
    setState(null);
    submit({ intent: 'notify-here', ...given }, { method: 'post', replace: true });
  };
  const fault = state && state !== 'asking' ? t(`notices.push.${state}`) : null;
  const refused = Object.values(answer?.reply?.error ?? {})[0]?.[0];
  const words = fault ?? refused;
  return (
    <div className="space-y-3">
      {words ? <Banner tone="danger" title={words} /> : null}
      <Button
        type="button"
        variant="secondary"
        pending={pending || state === 'asking'}
        onClick={() => void ask()}
      >
        {t('notices.push.here')}
      </Button>
    </div>
  );
}

function Browser({ browser: { _id, maker, createdAt, isThis } }: { browser: BrowserDto }) {
  const t = useText();
  const { pending } = useIntent('notify-no-more');
  const name = t(`notices.push.maker.${maker}`);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <p>
        <span className="font-semibold">{name}</span>
        {isThis ? <span> ({t('notices.push.this')})</span> : null}
        <br />
        <span className="text-sm text-ink-soft">
          {t('notices.push.since')} <When date={createdAt} format="date" />
        </span>
      </p>
      <Form method="post">
        <input type="hidden" name="intent" value="notify-no-more" />
        <Button
          variant="quiet"
          name="id"
          value={_id}
          pending={pending}
          aria-label={t('notices.push.remove_one', { name })}
        >
          {t('notices.push.remove')}
        </Button>
      </Form>
    </li>
  );
}
