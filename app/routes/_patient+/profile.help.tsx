import { Form, useLoaderData } from '@remix-run/react';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink } from '#app/components/button';
import { Card } from '#app/components/card';
import { controlStyle } from '#app/components/control-style';
import { EmptyState } from '#app/components/empty-state';
import { Field } from '#app/components/field';
import { Page } from '#app/components/page';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { type Formats, useFormats } from '#app/i18n/formats';
import { type Text, useText } from '#app/i18n/use-text';

export const meta = pageMeta('support.help');

export const loader = pageLoader('patient', async (_ctx, { url }) => ({
  asked: (url.searchParams.get('q') ?? '').slice(0, 100),
}));

export default function HelpPage() {
  const t = useText();
  const { asked } = useLoaderData<typeof loader>();
  return (
    <Page title={t('support.help.title')} back={{ to: '/profile' }}>
      <HelpCenter key={asked} asked={asked} />
    </Page>
  );
}

/** Questions and answers with a search: while typing, or with the form where there is no JavaScript. */
function HelpCenter({ asked }: { asked: string }) {
  const t = useText();
  const { lowerCase } = useFormats();
  const [search, setSearch] = useState(asked);
  const topics = helpTopics({ t, lowerCase }, search);
  const count = topics.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <div className="space-y-8">
      <Form method="get" role="search" className="flex items-end gap-3">
        <div className="grow">
          <Field id="help-search" label={t('support.help.search')}>
            {(aria) => (
              <input
                {...aria}
                type="search"
                name="q"
                value={search}
                maxLength={100}
                onChange={(event) => setSearch(event.target.value)}
                className={controlStyle}
              />
            )}
          </Field>
        </div>
        <Button variant="secondary" aria-label={t('support.help.search_submit')}>
          <Search aria-hidden="true" className="size-5" />
        </Button>
      </Form>
      <p role="status" className={search && count > 0 ? 'text-ink-soft' : 'sr-only'}>
        {search ? t('support.help.found', { count }) : ''}
      </p>
      {topics.map((topic) => (
        <Topic key={topic.id} topic={topic} open={search !== ''} />
      ))}
      {count === 0 ? (
        <EmptyState
          title={t('support.help.none')}
          text={t('support.help.none_text')}
          action={
            <ButtonLink variant="secondary" to="/profile/help" onClick={() => setSearch('')}>
              {t('support.help.clear')}
            </ButtonLink>
          }
        />
      ) : null}
      <Card as="section" className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-lg">{t('support.help.more')}</h2>
        <ButtonLink to="/profile/support">{t('support.help.contact')}</ButtonLink>
      </Card>
    </div>
  );
}

/** Native disclosures; open while searching, so that the found words can be seen. */
function Topic({ topic, open }: { topic: HelpTopic; open: boolean }) {
  return (
    <section>
      <h2 className="mb-2 text-lg">{topic.title}</h2>
      <div className="divide-y divide-line border-y border-line">
        {topic.questions.map(({ id, question, answer }) => (
          <details key={`${id}-${open}`} open={open} className="py-1">
            <summary className="flex min-h-12 cursor-pointer items-center font-semibold">
              {question}
            </summary>
            <p className="measure pb-4">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

const topics = {
  'getting-started': ['create', 'offers'],
  'payments-pricing': ['prices', 'fees'],
  'safety-security': ['clinics', 'data'],
} as const;

interface HelpTopic {
  readonly id: string;
  readonly title: string;
  readonly questions: ReadonlyArray<{ id: string; question: string; answer: string }>;
}

/** The questions whose words, or those of their answers, hold `search` in any case; topics without one left out. */
function helpTopics(
  { t, lowerCase }: { t: Text } & Pick<Formats, 'lowerCase'>,
  search: string,
): HelpTopic[] {
  const wanted = lowerCase(search.trim());
  return Object.entries(topics)
    .map(([id, names]) => ({
      id,
      title: t(`support.faq.${id}`),
      questions: names
        .map((name) => ({
          id: `${id}.${name}`,
          question: t(`support.faq.${id}.${name}.question`),
          answer: t(`support.faq.${id}.${name}.answer`),
        }))
        .filter(({ question, answer }) => lowerCase(`${question}\n${answer}`).includes(wanted)),
    }))
    .filter(({ questions }) => questions.length > 0);
}
