import { getFormProps, useForm } from '@conform-to/react';
import { Form, useActionData, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import type { Profile, User } from '#contracts/identity';
import { useIntent } from '#app/auth/use-intent';
import { useUnsent } from '#app/forms/use-unsent';
import { useText } from '#app/i18n/use-text';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { controlStyle } from '../components/control-style';
import { ErrorSummary } from '../components/error-summary';
import { Field } from '../components/field';
import { SignedOut, signInTo } from '../components/kept-status';
import { TextField } from '../components/text-field';
import { BirthDateField } from './birth-date-field';

/** How long the good news stays before the profile shows again, in milliseconds (docs/product.md, Promised texts and numbers). */
const goBackAfterMs = 1_500;

/** Names and e-mail; the phone is shown and cannot be changed. */
export function PersonalForm({ user, phone }: { user: User; phone: string }) {
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
