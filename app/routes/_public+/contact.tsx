import { getFormProps, useForm } from '@conform-to/react';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import {
  maxSubject,
  maxTicketMessage,
  maxVisitorName,
  type VisitorTicket,
} from '#contracts/support';
import { siteContent } from '#modules/content';
import { newId } from '#platform/base/ids';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { useIntent } from '#app/auth/use-intent';
import { Banner } from '#app/components/banner';
import { Button } from '#app/components/button';
import { ContactDetails } from '#app/components/contact-details';
import { ErrorSummary } from '#app/components/error-summary';
import { Link } from '#app/components/link';
import { Page } from '#app/components/page';
import { Prose } from '#app/components/prose';
import { TextAreaField } from '#app/components/text-area-field';
import { TextField } from '#app/components/text-field';
import { contentPage } from '#app/content/pages.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { contactAction, stampForm } from '#app/support/support-pages.server';

export const meta = pageMeta('public.contact');

/** Made for its reader alone: the form has a key of its own. */
export const loader = pageLoader('public', async (ctx, { url }) => ({
  contact: (await siteContent(ctx)).contact,
  blocks: contentPage('contact', ctx.locale).blocks,
  sent: url.searchParams.has('sent'),
  key: newId(),
  stamp: await stampForm(ctx),
}));
export const action = contactAction;
export const clientAction = keepOnNetworkError;

export default function ContactPage() {
  const t = useText();
  const { contact, blocks, sent, key, stamp } = useLoaderData<typeof loader>();
  const answer = useActionData() as { sent?: true } | undefined;
  return (
    <Page title={t('public.contact.title')} lead={t('public.contact.lead')}>
      <section className="space-y-4">
        <h2 className="text-xl">{t('support.contact.title')}</h2>
        <p className="measure text-ink-soft">{t('support.page.hours')}</p>
        <div role="status">
          {sent || answer?.sent ? <Banner tone="ok" title={t('support.form.sent')} /> : null}
        </div>
        {/* What was sent leaves the form. */}
        <ContactForm key={answer?.sent ? key : 'form'} messageKey={key} stamp={stamp} />
      </section>
      <section className="mt-10">
        <h2 className="mb-3 text-xl">{t('public.contact.reach_us')}</h2>
        <ContactDetails contact={contact} />
      </section>
      <div className="mt-10">
        <Prose blocks={blocks} />
      </div>
    </Page>
  );
}

interface ContactFormProps {
  /** Under which it is sent once. */
  messageKey: string;
  /** When the form was shown, signed. */
  stamp: string;
}

/** Who has no account writes here; the answer goes to the address. */
function ContactForm({ messageKey, stamp }: ContactFormProps) {
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
