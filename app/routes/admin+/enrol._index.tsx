import { getFormProps, useForm } from '@conform-to/react';
import { Form, useLoaderData } from '@remix-run/react';
import { minPasswordLength } from '#contracts/identity';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Button } from '#app/components/button';
import { controlStyle } from '#app/components/control-style';
import { ErrorSummary } from '#app/components/error-summary';
import { Field } from '#app/components/field';
import { Page } from '#app/components/page';
import { TextField } from '#app/components/text-field';
import { useFragmentToken } from '#app/forms/use-fragment-token';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { enrolAction, enrolLoader } from '#app/staff/enrol-page.server';

export const meta = pageMeta('staff.enrol');
export const handle = { chrome: 'bare' };
export const loader = enrolLoader;
export const action = enrolAction;
export const clientAction = keepOnNetworkError;

export default function EnrolPage() {
  const t = useText();
  const { offer } = useLoaderData<typeof loader>();
  const lead = offer ? t('staff.enrol.lead', { name: offer.name }) : t('staff.enrol.link_lead');
  return (
    <Page title={t('staff.enrol.title')} lead={lead}>
      {offer ? <EnrolForm offer={offer} /> : null}
      <LinkForm hidden={offer !== null} />
    </Page>
  );
}

interface EnrolFormProps {
  readonly offer: OfferedApp & { readonly email: string };
}

/** Password and authenticator app, both at once: neither is worth anything without the other. */
function EnrolForm({ offer }: EnrolFormProps) {
  const t = useText();
  const { reply, pending } = useIntent('enrol');
  const [form, fields] = useForm<{ password: string; code: string }>({
    id: 'enrol',
    lastResult: reply,
  });
  return (
    <Form method="post" {...getFormProps(form)} className="space-y-10">
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="enrol" />
      <section aria-labelledby="enrol-step-password" className="space-y-5">
        <h2 id="enrol-step-password" className="text-xl">
          {t('staff.enrol.password_title')}
        </h2>
        {/* Password managers store the password under the address that stands beside it. */}
        <Field id="enrol-email" label={t('staff.enrol.email')}>
          {(aria) => (
            <input
              {...aria}
              type="email"
              autoComplete="username"
              value={offer.email}
              readOnly
              className={controlStyle}
            />
          )}
        </Field>
        <TextField
          meta={fields.password}
          type="password"
          label={t('staff.enrol.password')}
          hint={t('staff.enrol.password_hint', { min: minPasswordLength })}
          autoComplete="new-password"
        />
      </section>
      <section aria-labelledby="enrol-step-app" className="space-y-5">
        <h2 id="enrol-step-app" className="text-xl">
          {t('staff.enrol.app_title')}
        </h2>
        <TotpSecret offer={offer} />
        <TextField
          meta={fields.code}
          label={t('staff.enrol.code')}
          hint={t('staff.enrol.code_hint')}
          autoComplete="one-time-code"
          inputMode="numeric"
          className="max-w-48 tabular-nums"
        />
      </section>
      <Button size="lg" pending={pending}>
        {t('staff.enrol.submit')}
      </Button>
    </Form>
  );
}

interface OfferedApp {
  /** base32. */
  readonly secret: string;
  /** `otpauth://…`, for an app on the same device. */
  readonly uri: string;
  readonly qr: { readonly size: number; readonly path: string };
}

/** The secret three ways: to scan, to open on this device, to type. */
function TotpSecret({ offer: { secret, uri, qr } }: { offer: OfferedApp }) {
  const t = useText();
  return (
    <div className="flex flex-col gap-5 sm:flex-row sm:items-start">
      <svg
        role="img"
        aria-label={t('staff.enrol.qr')}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="size-48 shrink-0 rounded-md border border-line forced-color-adjust-none"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <div className="space-y-3">
        <p>{t('staff.enrol.scan')}</p>
        <p>
          <a href={uri} className="font-semibold text-brand underline">
            {t('staff.enrol.open_app')}
          </a>
        </p>
        <p className="text-ink-soft">{t('staff.enrol.type')}</p>
        <p translate="no" className="font-mono text-lg break-words">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </p>
      </div>
    </div>
  );
}

/**
 * Takes the token of an enrolment link. Browsers keep what stands behind `#` to themselves, so a script sends
 * it; without one it is pasted. `hidden` while a link is open: a second one may still arrive in the address.
 */
function LinkForm({ hidden }: { hidden: boolean }) {
  const t = useText();
  const { reply, pending } = useIntent('open');
  const [form, fields] = useForm<{ token: string }>({ id: 'open', lastResult: reply });
  useFragmentToken('open');
  if (hidden) return null;
  return (
    <Form method="post" {...getFormProps(form)} className="space-y-6">
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="open" />
      <TextField
        meta={fields.token}
        label={t('staff.enrol.link')}
        hint={t('staff.enrol.link_hint')}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
      />
      <Button size="lg" pending={pending}>
        {t('staff.enrol.open')}
      </Button>
    </Form>
  );
}
