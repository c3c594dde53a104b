import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { maxSubject, maxTicketMessage, type NewTicket } from '#contracts/support';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Button } from '../components/button';
import { ErrorSummary } from '../components/error-summary';
import { TextAreaField } from '../components/text-area-field';
import { TextField } from '../components/text-field';

/** Subject and message. `messageKey`: under which it is sent once. */
export function SupportForm({ messageKey }: { messageKey: string }) {
  const t = useText();
  const { reply, pending } = useIntent('send');
  const [form, fields] = useForm<NewTicket>({ id: 'support', lastResult: reply });
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="space-y-4">
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="key" value={messageKey} />
      <TextField meta={fields.subject} label={t('support.form.subject')} maxLength={maxSubject} />
      <TextAreaField
        meta={fields.message}
        label={t('support.form.message')}
        hint={t('support.form.health')}
        maxLength={maxTicketMessage}
        rows={6}
      />
      <Button pending={pending}>{t(pending ? 'support.form.sending' : 'support.form.send')}</Button>
    </Form>
  );
}
