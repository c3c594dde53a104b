import { getFormProps, useForm, type FieldMetadata } from '@conform-to/react';
import { Form, useLocation } from '@remix-run/react';
import type { Profile, ProfileDraft } from '#contracts/identity';
import { useKeptForm } from '#app/forms/use-kept-form';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { useIntent } from '#app/auth/use-intent';
import { Link } from '#app/components/link';
import { ActionBar } from '../components/action-bar';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { CheckboxField } from '../components/checkbox-field';
import { ErrorSummary } from '../components/error-summary';
import { KeptStatus } from '../components/kept-status';
import { TermsText } from '../components/terms-text';
import { TextField } from '../components/text-field';
import { useHydrated } from '../components/use-hydrated';
import { useTicked } from '../components/use-ticked';
import { FormFailure } from './form-failure';

/** Step 3: who somebody is. A pre-session that ran out keeps what was typed on the page. */
export function ProfileForm({ typed, phone }: { typed: ProfileDraft | null; phone: string }) {
  const t = useText();
  const { answer, reply, code, pending } = useIntent('profile');
  const expired = code === 'unauthenticated';
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  const [form, fields] = useForm<Profile & { terms: string }>({
    id: 'profile',
    lastResult: reply,
    defaultValue: typed,
  });
  const [agreed, setAgreed] = useTicked(fields.terms.id);
  const keeping = useKeptForm({
    formId: 'profile',
    owner: phone,
    answer,
    path: pathname,
    intent: 'keep-profile',
    pauseMs: 3_000,
  });
  return (
    <Form method="post" {...getFormProps(form)} noValidate>
      {expired ? (
        <Banner tone="danger" className="mb-6">
          <Rich
            id="auth.profile.expired"
            components={{
              login: <Link to="/login" target="_blank" rel="noopener" className="link" />,
            }}
          />
        </Banner>
      ) : (
        <ErrorSummary form={form} />
      )}
      <FormFailure code={code} />
      <input type="hidden" name="intent" value="profile" />
      <ProfileFields fields={fields} />
      <div className="mt-6">
        <CheckboxField
          meta={fields.terms}
          onChange={(event) => setAgreed(event.target.checked)}
          label={<TermsText id="auth.phone.terms" />}
        />
      </div>
      <KeptStatus state={keeping} signIn={pathname} />
      <ActionBar>
        <Button
          size="lg"
          pending={pending}
          blocked={hydrated && !agreed && t('auth.terms.blocked')}
        >
          {t('auth.profile.submit')}
        </Button>
      </ActionBar>
    </Form>
  );
}

interface ProfileFieldsProps {
  fields: { [K in keyof Profile]: FieldMetadata<Profile[K]> };
}

function ProfileFields({ fields }: ProfileFieldsProps) {
  const t = useText();
  return (
    <div className="space-y-6">
      <TextField
        meta={fields.firstName}
        label={t('auth.profile.first_name')}
        autoComplete="given-name"
        aria-required
      />
      <TextField
        meta={fields.lastName}
        label={t('auth.profile.last_name')}
        autoComplete="family-name"
        aria-required
      />
      <TextField
        meta={fields.email}
        type="email"
        label={t('auth.profile.email')}
        hint={t('auth.profile.email_hint')}
        autoComplete="email"
        aria-required
      />
    </div>
  );
}
