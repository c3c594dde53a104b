import { useLoaderData } from '@remix-run/react';
import { siteContent } from '#modules/content';
import { ContactDetails } from '#app/components/contact-details';
import { Page } from '#app/components/page';
import { Prose } from '#app/components/prose';
import { contentPage } from '#app/content/pages.server';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/chrome';

export const handle: PageHandle = { kept: true };
export const meta = pageMeta('public.contact');

export const loader = pageLoader('public', async (ctx) => ({
  contact: (await siteContent(ctx)).contact,
  blocks: contentPage('contact'),
}));

export default function ContactPage() {
  const t = useText();
  const { contact, blocks } = useLoaderData<typeof loader>();
  return (
    <Page title={t('public.contact.title')} lead={t('public.contact.lead')}>
      <h2 className="mb-3 text-xl">{t('public.contact.reach_us')}</h2>
      <ContactDetails contact={contact} />
      <div className="mt-10">
        <Prose blocks={blocks} />
      </div>
    </Page>
  );
}
