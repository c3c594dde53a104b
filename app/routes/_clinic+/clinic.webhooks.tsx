import { Form, useActionData, useLoaderData, useSearchParams } from '@remix-run/react';
import { mostEndpoints, type EndpointDto, type TryDto } from '#contracts/webhooks';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { type IntentReply, useIntent } from '#app/auth/use-intent';
import { profilePath } from '#app/clinic-profile/paths';
import { Banner } from '#app/components/banner';
import { Button } from '#app/components/button';
import { Card } from '#app/components/card';
import { When } from '#app/components/date-time';
import { FormWords } from '#app/auth/form-failure';
import { Page } from '#app/components/page';
import { useMade } from '#app/components/text-to-copy';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import {
  AddForm,
  ConfirmFirst,
  EventTicks,
  Secret,
  type MadeSecret,
} from '#app/webhooks/endpoint-forms';
import { webhooksAction, webhooksLoader } from '#app/webhooks/webhooks-page.server';

export const meta = pageMeta('webhooks');
export const loader = webhooksLoader;
export const action = webhooksAction;
export const clientAction = keepOnNetworkError;

/** Where the clinic's own systems hear of what happens, and what was tried. */
export default function WebhooksPage() {
  const t = useText();
  const { available, endpoints, tries, fresh } = useLoaderData<typeof loader>();
  const made = useMade<MadeSecret>();
  const failed = useActionData() as IntentReply | undefined;
  const [query] = useSearchParams();
  const shown = failed && failed.intent !== 'add' && failed.code && failed.code !== 'step_up';
  return (
    <Page
      title={t('webhooks.title')}
      lead={t('webhooks.lead')}
      back={{ to: profilePath, label: t('clinic.profile.title') }}
    >
      <div className="space-y-8">
        {shown ? (
          <FormWords words={failed.reply?.error?.[''] ?? [t(`error.${failed.code}`)]} />
        ) : null}
        {query.has('again') && !failed ? (
          <Banner tone="ok" title={t('webhooks.sent_again')} />
        ) : null}
        {made ? <Secret made={made} /> : null}
        <section className="space-y-3">
          <h2 className="text-lg">{t('webhooks.endpoints')}</h2>
          {endpoints.length === 0 ? <p>{t('webhooks.none')}</p> : null}
          <ul className="space-y-3">
            {endpoints.map((one) => (
              <Endpoint key={one._id} endpoint={one} fresh={fresh} />
            ))}
          </ul>
        </section>
        <section className="space-y-4">
          <h2 className="text-lg">{t('webhooks.add')}</h2>
          {!available ? (
            <p>{t('error.webhooks_unavailable')}</p>
          ) : endpoints.length >= mostEndpoints ? (
            <p>{t('error.webhooks_full', { most: mostEndpoints })}</p>
          ) : (
            <AddForm key={made?.secret} fresh={fresh} />
          )}
        </section>
        {endpoints.length > 0 ? <Tries tries={tries} endpoints={endpoints} /> : null}
      </div>
    </Page>
  );
}

function Endpoint({ endpoint, fresh }: { endpoint: EndpointDto; fresh: boolean }) {
  const t = useText();
  const { _id, url, state, offBecause, previousUntil, waiting, createdAt } = endpoint;
  return (
    <Card as="li" className="space-y-3">
      <div>
        <h3 className="text-base font-semibold wrap-anywhere" dir="ltr">
          {url}
        </h3>
        <p className="text-sm text-ink-soft">
          {t('webhooks.added')} <When date={createdAt} format="date" />
        </p>
        <p>{state === 'on' ? t('webhooks.on', { waiting }) : t(`webhooks.off.${offBecause}`)}</p>
        {previousUntil ? (
          <p className="text-sm text-ink-soft">
            {t('webhooks.previous')} <When date={previousUntil} format="datetime" />
          </p>
        ) : null}
      </div>
      <ChangeForm endpoint={endpoint} />
      <Opened id={_id} intent="rotate" confirm={!fresh} variant="secondary" />
      <Opened id={_id} intent="remove" confirm={false} variant="danger" />
    </Card>
  );
}

function ChangeForm({ endpoint: { _id, events, state } }: { endpoint: EndpointDto }) {
  const t = useText();
  const { pending } = useIntent('change');
  return (
    <details>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        {t('webhooks.change')}
      </summary>
      <Form method="post" className="mt-2 space-y-4">
        <input type="hidden" name="intent" value="change" />
        <input type="hidden" name="id" value={_id} />
        <EventTicks id={`events-${_id}`} chosen={events} />
        <div className="flex flex-wrap gap-3">
          <Button name="state" value={state} pending={pending}>
            {t('webhooks.change_submit')}
          </Button>
          <Button
            variant="secondary"
            name="state"
            value={state === 'on' ? 'off' : 'on'}
            pending={pending}
          >
            {t(state === 'on' ? 'webhooks.switch_off' : 'webhooks.switch_on')}
          </Button>
        </div>
      </Form>
    </details>
  );
}

interface OpenedProps {
  id: string;
  intent: 'rotate' | 'remove';
  /** A fresh proof is needed first. */
  confirm: boolean;
  variant: 'secondary' | 'danger';
}

/** Opened first: nothing is replaced or removed by one slip of a finger, with or without scripts. */
function Opened({ id, intent, confirm, variant }: OpenedProps) {
  const t = useText();
  const { pending } = useIntent(intent);
  return (
    <details>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        {t(`webhooks.${intent}`)}
      </summary>
      <div className="mt-2 space-y-2">
        <p>{t(`webhooks.${intent}_text`)}</p>
        {confirm ? (
          <ConfirmFirst />
        ) : (
          <Form method="post">
            <input type="hidden" name="id" value={id} />
            <Button variant={variant} name="intent" value={intent} pending={pending}>
              {t(`webhooks.${intent}_submit`)}
            </Button>
          </Form>
        )}
      </div>
    </details>
  );
}

interface TriesProps {
  tries: readonly TryDto[];
  endpoints: readonly EndpointDto[];
}

function Tries({ tries, endpoints }: TriesProps) {
  const t = useText();
  const urls = new Map(endpoints.map(({ _id, url }) => [_id, url]));
  return (
    <section className="space-y-3">
      <h2 className="text-lg">{t('webhooks.tries')}</h2>
      <p className="text-ink-soft">{t('webhooks.tries_text')}</p>
      {tries.length === 0 ? <p>{t('webhooks.no_tries')}</p> : null}
      <ul className="divide-y divide-line">
        {tries.map((one) => (
          <li
            key={`${one.deliveryId}-${one.at}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
          >
            <div className="min-w-0">
              <p className="font-semibold">
                {t(`webhooks.event.${one.type}`)} · <Outcome end={one} />
              </p>
              <p className="text-sm text-ink-soft wrap-anywhere">
                <When date={one.at} format="datetime" /> ·{' '}
                <span dir="ltr">{urls.get(one.endpointId)}</span>
              </p>
            </div>
            <AgainForm id={one.deliveryId} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Outcome({ end: { status, failure, took, state } }: { end: TryDto }) {
  const t = useText();
  const end = failure
    ? t(`webhooks.failure.${failure}`)
    : t('webhooks.answered', { status: String(status) });
  return (
    <span className="font-normal">
      {end} ({t('webhooks.took', { ms: took })}) · {t(`webhooks.state.${state}`)}
    </span>
  );
}

function AgainForm({ id }: { id: string }) {
  const t = useText();
  const { pending } = useIntent('again');
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <Button variant="quiet" name="intent" value="again" pending={pending}>
        {t('webhooks.again')}
      </Button>
    </Form>
  );
}
