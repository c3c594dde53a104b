import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { Card } from '../components/card';
import { ErrorSummary } from '../components/error-summary';
import { TextField } from '../components/text-field';

/** Another address for a clinic's account; it waits for its link. */
export function ChangeEmailForm() {
  const t = useText();
  const { reply, pending } = useIntent('change');
  const [form, fields] = useForm<{ email: string }>({ id: 'change-email', lastResult: reply });
  return (
    <Card as="section">
      <h2 className="mb-4 text-lg">{t('security.email.change_title')}</h2>
      <Form method="post" {...getFormProps(form)} noValidate className="space-y-4">
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="change" />
        <TextField
          meta={fields.email}
          type="email"
          label={t('security.email.new')}
          hint={t('security.email.new_hint')}
          autoComplete="email"
        />
        <Button pending={pending}>{t('security.email.change')}</Button>
      </Form>
    </Card>
  );
}
