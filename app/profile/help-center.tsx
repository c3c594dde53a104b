import { Form } from '@remix-run/react';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '#app/i18n/use-formats';
import { useText } from '#app/i18n/use-text';
import { helpTopics, type HelpTopic } from '#app/profile/help-questions';
import { Button, ButtonLink } from '../components/button';
import { Card } from '../components/card';
import { controlStyle } from '../components/control-style';
import { EmptyState } from '../components/empty-state';
import { Field } from '../components/field';

/** Questions and answers with a search: while typing, or with the form where there is no JavaScript. */
export function HelpCenter({ asked }: { asked: string }) {
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
