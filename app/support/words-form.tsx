import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { maxTicketMessage } from '#contracts/support';
import { useIntent } from '#app/auth/use-intent';
import { Button } from '../components/button';
import { ErrorSummary } from '../components/error-summary';
import { TextAreaField } from '../components/text-area-field';

interface WordsFormProps {
  intent: 'write' | 'start';
  /** Under which it is sent once. */
  messageKey: string;
  label: string;
  send: string;
}

/** One message to the team. */
export function WordsForm({ intent, messageKey, label, send }: WordsFormProps) {
  const { reply, pending } = useIntent(intent);
  const [form, fields] = useForm<{ text: string }>({ id: 'words', lastResult: reply });
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="space-y-4">
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="key" value={messageKey} />
      <TextAreaField meta={fields.text} label={label} maxLength={maxTicketMessage} rows={4} />
      <Button pending={pending}>{send}</Button>
    </Form>
  );
}
