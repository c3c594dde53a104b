import { Form, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import type { WaitingListPlace } from '#modules/identity';
import { useText } from '#app/i18n/use-text';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '../components/banner';
import { Button } from '../components/button';

/** A place in the line, with the number as people read it. */
export type ShownWaitingList = WaitingListPlace & { readonly shownPhone: string };

/** Who is not seen for a minute loses the place. */
const lookEvery = 15;

interface WaitingListProps {
  lane: ShownWaitingList;
  stamp: string;
  /** A first code, another one, or one after a lock. */
  intent?: 'send' | 'resend' | 'renew';
}

/** The line for browsers that cannot work for a code: the wait, and the button when it is their turn. */
export function WaitingList({ lane, stamp, intent = 'send' }: WaitingListProps) {
  const t = useText();
  const { reply, pending } = useIntent(intent);
  useLookAgain();
  const due = lane.waitSeconds === 0;
  const failures = reply?.error?.[''] ?? [];
  return (
    <section aria-labelledby="lane-title" className="mt-6">
      <noscript>
        <meta httpEquiv="refresh" content={String(lookEvery)} />
      </noscript>
      {failures.length > 0 ? (
        <Banner tone="danger" className="mb-6">
          {failures.join(' ')}
        </Banner>
      ) : null}
      <h2 id="lane-title" className="text-lg font-semibold">
        {t('auth.lane.title')}
      </h2>
      <p className="mt-2">{t('auth.lane.why', { phone: lane.shownPhone })}</p>
      <p role="status" className="mt-2 font-semibold">
        {due
          ? t('auth.lane.due')
          : t('auth.lane.wait', { minutes: Math.round(lane.waitSeconds / 60) })}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {due ? (
          <Form method="post">
            <input type="hidden" name="intent" value={intent} />
            <input type="hidden" name="stamp" value={stamp} />
            <input type="hidden" name="phone" value={lane.phone} />
            <input type="hidden" name="ticket" value={lane.ticket} />
            <Button size="lg" pending={pending}>
              {t('auth.lane.send')}
            </Button>
          </Form>
        ) : (
          <Form method="get">
            <Button size="lg" variant="secondary">
              {t('auth.lane.look')}
            </Button>
          </Form>
        )}
        <Form method="post">
          <input type="hidden" name="intent" value="restart" />
          <Button size="lg" variant="quiet">
            {t('auth.code.change_phone')}
          </Button>
        </Form>
      </div>
      {/* The phone step has the passkey's own button below. */}
      {intent === 'send' ? null : (
        <p className="mt-6 text-sm text-ink-soft">{t('auth.lane.passkey')}</p>
      )}
    </section>
  );
}

/** What the refresh of the page is where there is no script. */
function useLookAgain(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(revalidate, lookEvery * 1_000);
    return () => clearInterval(timer);
  }, [revalidate]);
}
