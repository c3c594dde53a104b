import { getFormProps, useForm } from '@conform-to/react';
import { Form } from '@remix-run/react';
import {
  maxSubject,
  maxTicketMessage,
  maxVisitorName,
  type VisitorTicket,
} from '#contracts/support';
import { useIntent } from '#app/auth/use-intent';
import { useText } from '#app/i18n/use-text';
import { Link } from '#app/components/link';
import { Button } from '../components/button';
import { ErrorSummary } from '../components/error-summary';
import { TextAreaField } from '../components/text-area-field';
import { TextField } from '../components/text-field';

interface ContactFormProps {
  /** Under which it is sent once. */
  messageKey: string;
  /** When the form was shown, signed. */
  stamp: string;
}

/** Who has no account writes here; the answer goes to the address. */
export function ContactForm({ messageKey, stamp }: ContactFormProps) {
  const t = useText();
  const { reply, pending } = useIntent('send');
  const [form, fields] = useForm<VisitorTicket>({ id: 'contact', lastResult: reply });
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="space-y-4">
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="key" value={messageKey} />
      <input type="hidden" name="stamp" value={stamp} />
      <div className="sr-only" aria-hidden="true">
        <label htmlFor="website">{t('support.contact.trap')}</label>
        <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <TextField
        meta={fields.name}
        label={t('support.contact.name')}
        autoComplete="name"
        maxLength={maxVisitorName}
      />
      <TextField
        meta={fields.email}
        type="email"
        label={t('support.contact.email')}
        hint={t('support.contact.email_hint')}
        autoComplete="email"
      />
      <TextField meta={fields.subject} label={t('support.form.subject')} maxLength={maxSubject} />
      <TextAreaField
        meta={fields.message}
        label={t('support.form.message')}
        hint={t('support.form.health')}
        maxLength={maxTicketMessage}
        rows={6}
      />
      <Button pending={pending}>{t(pending ? 'support.form.sending' : 'support.form.send')}</Button>
      <p className="measure text-ink-soft">{t('support.contact.account')}</p>
      <p className="flex flex-wrap gap-4">
        <Link to="/profile/support" className="link">
          {t('support.contact.patient')}
        </Link>
        <Link to="/clinic/support" className="link">
          {t('support.contact.clinic')}
        </Link>
      </p>
    </Form>
  );
}
