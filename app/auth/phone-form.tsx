import { type FieldMetadata, getFormProps, useForm } from '@conform-to/react';
import { Form, useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { PhoneCountry } from '#contracts/identity';
import type { WaitingListPlace } from '#modules/identity';
import { FormFailure } from './form-failure';
import { canUsePasskeys, signInWithPasskey } from './passkey-browser';
import { PasskeyButton } from './passkey-button';
import { PhoneInput } from './phone-input';
import type { AccountRole } from './security-paths';
import { useIntent } from './use-intent';
import { useProofOfWork } from './use-proof-of-work';
import { ActionBar } from '../components/action-bar';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { Checkbox } from '../components/checkbox';
import { ErrorSummary } from '../components/error-summary';
import { Field } from '../components/field';
import { useHydrated } from '../components/use-hydrated';
import { useText } from '#app/i18n/use-text';

interface PhoneFormProps {
  stamp: string;
  countries: readonly PhoneCountry[];
  /** The number that a code is open for, as people read it, and its country; empty without one. */
  phone: string;
  country: string;
}

/** Step 1: the number. The terms are for the step at which an account begins. */
export function PhoneForm({ stamp, countries, phone, country }: PhoneFormProps) {
  const t = useText();
  const { reply, code, pending } = useIntent('send');
  const [form, fields] = useForm<{ phone: string; country: string }>({
    id: 'send',
    lastResult: reply,
    defaultValue: phone ? { phone, country } : undefined,
  });
  const work = useProofOfWork('send');
  return (
    <Form method="post" {...getFormProps(form)} noValidate>
      <ErrorSummary form={form} />
      <FormFailure code={code} />
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="stamp" value={stamp} />
      {work.fields}
      <div className="sr-only" aria-hidden="true">
        <label htmlFor="website">{t('auth.phone.honeypot')}</label>
        <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <PhoneField meta={fields.phone} country={fields.country} countries={countries} />
      <ActionBar>
        <Button size="lg" pending={pending || work.busy}>
          {t('auth.phone.submit')}
        </Button>
      </ActionBar>
      {work.note ?? <p className="mt-6 text-sm text-ink-soft">{t('auth.phone.risk')}</p>}
    </Form>
  );
}

interface PhoneFieldProps {
  meta: FieldMetadata<string>;
  country: FieldMetadata<string>;
  countries: readonly PhoneCountry[];
}

/** Country and number: read by the server in any usual spelling, with and without script. */
function PhoneField({ meta, country, countries }: PhoneFieldProps) {
  const t = useText();
  return (
    <Field
      id={meta.id}
      label={t('auth.phone.label')}
      hint={t('auth.phone.hint')}
      errors={meta.errors}
    >
      {(aria) => (
        <PhoneInput
          key={meta.key}
          {...aria}
          name={meta.name}
          initial={meta.initialValue}
          country={{ name: country.name, initial: country.initialValue }}
          countries={countries}
        />
      )}
    </Field>
  );
}

/** The second way in, beside the code: no number is asked. Needs a script, and says so where there is none. */
export function PasskeyDoor({ account: role }: { account: AccountRole }) {
  const t = useText();
  const hydrated = useHydrated();
  const [shared, setShared] = useState(false);
  if (!hydrated)
    return (
      <noscript>
        <p className="mt-8 text-sm text-ink-soft">{t('security.passkeys.needs_script')}</p>
      </noscript>
    );
  if (!canUsePasskeys()) return null;
  const patient = role === 'patient';
  return (
    <section aria-labelledby="passkey-door" className="mt-8 border-t border-line pt-6">
      <h2 id="passkey-door" className="text-lg">
        {t('security.passkeys.door')}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">{t('security.passkeys.door_text')}</p>
      {patient ? (
        <div className="mb-4">
          <Checkbox
            id="passkey-shared"
            label={t('auth.code.shared')}
            checked={shared}
            onChange={(event) => setShared(event.target.checked)}
          />
        </div>
      ) : null}
      <PasskeyButton
        label="security.passkeys.sign_in"
        refused="security.passkeys.sign_in_refused"
        show={() => signInWithPasskey(role, shared)}
        // The page itself knows where somebody who is signed in goes on.
        onDone={() => window.location.reload()}
      />
    </section>
  );
}

/** A place in the line, with the number as people read it. */
export type ShownWaitingList = WaitingListPlace & { readonly shownPhone: string };

/** Who is not seen for a minute loses the place. */
const lookEvery = 15;

interface WaitingListProps {
  waitingList: ShownWaitingList;
  stamp: string;
  /** A first code, another one, or one after a lock. */
  intent?: 'send' | 'resend' | 'renew';
}

/** The line for browsers that cannot work for a code: the wait, and the button when it is their turn. */
export function WaitingList({ waitingList, stamp, intent = 'send' }: WaitingListProps) {
  const t = useText();
  const { reply, pending } = useIntent(intent);
  useLookAgain();
  const due = waitingList.waitSeconds === 0;
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
      <p className="mt-2">{t('auth.lane.why', { phone: waitingList.shownPhone })}</p>
      <p role="status" className="mt-2 font-semibold">
        {due
          ? t('auth.lane.due')
          : t('auth.lane.wait', { minutes: Math.round(waitingList.waitSeconds / 60) })}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {due ? (
          <Form method="post">
            <input type="hidden" name="intent" value={intent} />
            <input type="hidden" name="stamp" value={stamp} />
            <input type="hidden" name="phone" value={waitingList.phone} />
            <input type="hidden" name="ticket" value={waitingList.ticket} />
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
