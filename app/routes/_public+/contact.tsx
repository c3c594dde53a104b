import { useActionData, useLoaderData } from '@remix-run/react';
import { siteContent } from '#modules/content';
import { newId } from '#platform/base/ids';
import { keepOnNetworkError } from '#app/auth/keep-on-network-error';
import { Banner } from '#app/components/banner';
import { ContactDetails } from '#app/components/contact-details';
import { Page } from '#app/components/page';
import { Prose } from '#app/components/prose';
import { contentPage } from '#app/content/pages.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import { ContactForm } from '#app/support/contact-form';
import { contactAction, stampForm } from '#app/support/contact-form.server';

export const meta = pageMeta('public.contact');

/** Made for its reader alone: the form has a key of its own. */
export const loader = pageLoader('public', async (ctx, { url }) => ({
  contact: (await siteContent(ctx)).contact,
  blocks: contentPage('contact', ctx.locale),
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
