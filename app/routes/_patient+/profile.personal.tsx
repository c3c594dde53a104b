import { getFormProps, useForm } from '@conform-to/react';
import { Form, useActionData, useLoaderData, useNavigate } from '@remix-run/react';
import { useEffect, useState } from 'react';
import {
  currencyChoiceSchema,
  type Profile,
  profileChangeSchema,
  showPhone,
  type User,
} from '#contracts/identity';
import { currentPatient } from '#modules/identity';
import { accountEmail, chooseReaderCurrency, updateProfile } from '#workflows';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { Button } from '#app/components/button';
import { controlStyle } from '#app/components/control-style';
import { ErrorSummary } from '#app/components/error-summary';
import { Field } from '#app/components/field';
import { SignedOut, signInTo } from '#app/components/kept-status';
import { Page } from '#app/components/page';
import { TextField } from '#app/components/text-field';
import { useHydrated } from '#app/components/use-hydrated';
import { useUnsent } from '#app/forms/use-unsent';
import { intent, isDocument, pageAction, pageLoader } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { readBirthDate, writeBirthDate } from '#app/profile/birth-date';
import { DigitsForm } from '#app/layout/digits-form';
import { CurrencyForm } from '#app/profile/currency-form';
import { namedChoice } from '#app/profile/pages.server';
import { EmailNotice } from '#app/security/email-notice';

export const meta = pageMeta('profile.personal');

export const loader = pageLoader('patient', async (ctx) => {
  const [user, address] = await Promise.all([currentPatient(ctx), accountEmail(ctx)]);
  const currency = await namedChoice(ctx);
  return { user, address, phone: showPhone(user.phoneNumber), currency };
});

export const action = pageAction('patient', {
  save: intent('patient', profileChangeSchema, async (ctx, profile, { request }) => {
    await updateProfile(ctx, { ...profile, phoneNumber: ctx.actor.phone });
    // Without script the page would not change back after a while: the profile itself shows the good news.
    return isDocument(request) ? redirect('/profile?saved') : { saved: true as const };
  }),
  currency: intent('patient', currencyChoiceSchema, async (ctx, { currency = null }) => {
    await chooseReaderCurrency(ctx, { currency });
    return redirect('/profile?saved');
  }),
});
export const clientAction = keepOnNetworkError;

export default function PersonalPage() {
  const t = useText();
  const { user, phone, address, currency } = useLoaderData<typeof loader>();
  return (
    <Page title={t('profile.personal.title')} back={{ to: '/profile' }}>
      <EmailNotice {...address} />
      <PersonalForm user={user} phone={phone} />
      <CurrencyForm {...currency} />
      <DigitsForm />
    </Page>
  );
}

/** How long the good news stays before the profile shows again, in milliseconds (docs/product.md, Promised texts and numbers). */
const goBackAfterMs = 1_500;

/** Names and e-mail; the phone is shown and cannot be changed. */
function PersonalForm({ user, phone }: { user: User; phone: string }) {
  const t = useText();
  const { reply, code, pending } = useIntent('save');
  useUnsent('personal', phone, code === 'unauthenticated' || code === 'network');
  const { firstName, lastName, email } = user;
  const [form, fields] = useForm<Profile>({
    id: 'personal',
    lastResult: reply,
    defaultValue: { firstName, lastName, email },
  });
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="space-y-6">
      <Outcome />
      {code === 'unauthenticated' ? null : <ErrorSummary form={form} />}
      <input type="hidden" name="intent" value="save" />
      <TextField
        meta={fields.firstName}
        label={t('profile.personal.first_name')}
        autoComplete="given-name"
      />
      <TextField
        meta={fields.lastName}
        label={t('profile.personal.last_name')}
        autoComplete="family-name"
      />
      <TextField
        meta={fields.email}
        type="email"
        label={t('profile.personal.email')}
        autoComplete="email"
      />
      <Field
        id="personal-phone"
        label={t('profile.personal.phone')}
        hint={t('profile.personal.phone_note')}
      >
        {(aria) => <input {...aria} type="tel" value={phone} readOnly className={controlStyle} />}
      </Field>
      <BirthDateField />
      <Button size="lg" pending={pending}>
        {t(pending ? 'profile.personal.saving' : 'profile.personal.save')}
      </Button>
    </Form>
  );
}

/** Good news, then back to the profile; or what went wrong when the server did not say. */
function Outcome() {
  const t = useText();
  const navigate = useNavigate();
  const answer = useActionData() as { saved?: true } | undefined;
  const { code } = useIntent('save');
  const saved = answer?.saved === true;
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => navigate('/profile'), goBackAfterMs);
    return () => clearTimeout(timer);
  }, [saved, answer, navigate]);
  if (saved) return <Banner tone="ok" title={t('profile.personal.saved')} />;
  if (code === 'unauthenticated') return <SignedOut signIn={signInTo('/profile/personal')} />;
  if (code === 'network')
    return (
      <Banner tone="danger" title={t('profile.personal.network')}>
        <p>{t('profile.personal.kept')}</p>
      </Banner>
    );
  return code === 'internal_error' ? (
    <Banner tone="danger" title={t('profile.personal.failed')} />
  ) : null;
}

/** The date of birth: kept in this browser, and without a name so that no form ever sends it. */
function BirthDateField() {
  const t = useText();
  const hydrated = useHydrated();
  const [date, setDate] = useState('');
  useEffect(() => setDate(readBirthDate()), []);
  return (
    <Field
      id="birth-date"
      label={t('profile.personal.birth_date')}
      hint={t(hydrated ? 'profile.personal.birth_date_note' : 'profile.personal.birth_date_script')}
      optional
    >
      {(aria) => (
        <input
          {...aria}
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          className={controlStyle}
          value={date}
          disabled={!hydrated}
          onChange={(event) => {
            setDate(event.target.value);
            writeBirthDate(event.target.value);
          }}
        />
      )}
    </Field>
  );
}
