import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { publicEventNames, webhooksPath } from '#contracts/webhooks';
import { confirmFirst } from '#app/auth/security-paths';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { Button, ButtonLink } from '#app/components/button';
import { Checkbox } from '#app/components/checkbox';
import { ErrorSummary } from '#app/components/error-summary';
import { FieldErrors } from '#app/components/field';
import { TextField } from '#app/components/text-field';
import { TextToCopy } from '#app/components/text-to-copy';
import { useText } from '#app/i18n/use-text';

export interface MadeSecret {
  readonly url: string;
  readonly secret: string;
}

/** Ticks for all events, by their public names. */
export function EventTicks({
  id,
  chosen,
  errors,
}: {
  id: string;
  chosen: readonly string[];
  errors?: readonly string[];
}) {
  const t = useText();
  return (
    <fieldset aria-describedby={errors?.length ? `${id}-error` : undefined}>
      <legend className="mb-2 font-semibold">{t('webhooks.events')}</legend>
      <ul className="grid gap-3 sm:grid-cols-2">
        {publicEventNames.map((name) => (
          <li key={name}>
            <Checkbox
              id={`${id}-${name}`}
              name="events"
              value={name}
              defaultChecked={chosen.includes(name)}
              label={
                <>
                  {t(`webhooks.event.${name}`)}
                  <code className="block text-sm text-ink-soft wrap-anywhere">{name}</code>
                </>
              }
            />
          </li>
        ))}
      </ul>
      <FieldErrors id={`${id}-error`} errors={errors} />
    </fieldset>
  );
}

/** Asks for a proof of who it is before something is shown once. */
export function ConfirmFirst() {
  const t = useText();
  return (
    <div className="space-y-3">
      <p>{t('webhooks.confirm_text')}</p>
      <ButtonLink to={confirmFirst('clinic', webhooksPath)}>
        {t('own-data.confirm_first')}
      </ButtonLink>
    </div>
  );
}

/** The secret, in the answer to the form that made it. */
export function Secret({ made }: { made: MadeSecret }) {
  const t = useText();
  return (
    <Banner tone="ok" title={t('webhooks.made', { url: made.url })}>
      <TextToCopy
        text={made.secret}
        label={t('webhooks.secret')}
        hint={t('webhooks.secret_hint')}
        copy={t('webhooks.copy')}
        rows={2}
      />
    </Banner>
  );
}

type Added = { url: string; events: string[] };

/** A new endpoint. */
export function AddForm({ fresh }: { fresh: boolean }) {
  const t = useText();
  const { reply, code, pending } = useIntent('add');
  const [form, fields] = useForm<Added>({ id: 'add', lastResult: reply });
  if (!fresh || code === 'step_up') return <ConfirmFirst />;
  const typed = reply?.initialValue?.events as string | string[] | undefined;
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="space-y-6">
      <ErrorSummary form={form} />
      <TextField
        meta={fields.url}
        type="url"
        dir="ltr"
        autoComplete="off"
        label={t('webhooks.address')}
        hint={t('webhooks.address_hint')}
      />
      <EventTicks
        id={fields.events.id}
        chosen={[typed ?? []].flat()}
        errors={fields.events.errors}
      />
      <Button name="intent" value="add" pending={pending}>
        {t('webhooks.add_submit')}
      </Button>
    </Form>
  );
}
