import { getFormProps, useForm } from '@conform-to/react';
import { Form, Link } from '@remix-run/react';
import { Rich } from '#app/i18n/rich';
import { useText } from '#app/i18n/use-text';
import { useIntent } from '#app/auth/use-intent';
import { ActionBar } from '../action-bar';
import { Banner } from '../banner';
import { Button } from '../button';
import { ErrorSummary } from '../error-summary';
import { TextField } from '../text-field';
import { FormFailure } from './form-failure';

/** Step 3: who somebody is. A pre-session that ran out keeps what was typed on the page. */
export function ProfileForm() {
  const t = useText();
  const { reply, code, pending } = useIntent('profile');
  const expired = code === 'unauthenticated';
  const [form, fields] = useForm<{ firstName: string; lastName: string; email: string }>({
    id: 'profile',
    lastResult: reply,
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
      <ActionBar>
        <Button size="lg" pending={pending}>
          {t('auth.profile.submit')}
        </Button>
      </ActionBar>
    </Form>
  );
}
