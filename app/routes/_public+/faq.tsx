import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Faq } from '#app/components/faq';
import { Page } from '#app/components/page';
import { questions } from '#app/content/pages.server';
import { describedMeta } from '#app/i18n/described-meta';
import { textIn } from '#app/i18n/server';
import { useText } from '#app/i18n/use-text';
import type { PageHandle } from '#app/layout/use-scripts';
import { faqPage } from '#app/seo/structured-data.server';

export const handle: PageHandle = { kept: true };
export const meta = describedMeta;
export const loader = ({ context }: LoaderFunctionArgs) => {
  const text = textIn(context.locale);
  const topics = questions(context.locale);
  return {
    topics,
    head: {
      title: text('public.faq.title'),
      description: text('public.faq.description'),
      structured: [faqPage(topics.flatMap((topic) => topic.questions))],
    },
  };
};

export default function FaqPage() {
  const t = useText();
  const { topics } = useLoaderData<typeof loader>();
  return (
    <Page title={t('public.faq.title')} lead={t('public.faq.lead')}>
      <div className="space-y-10">
        {topics.map((topic) => (
          <section key={topic.id} aria-labelledby={topic.id}>
            <h2 id={topic.id} className="mb-3 text-xl">
              {topic.topic}
            </h2>
            <Faq items={topic.questions} />
          </section>
        ))}
      </div>
    </Page>
  );
}
