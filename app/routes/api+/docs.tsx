import { useLoaderData } from '@remix-run/react';
import { calls } from '#app/api/table.server';
import { Page } from '#app/components/page';
import { callContents } from '#app/http/call-pages.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('docs');
export const loader = () => ({ parts: callContents(calls) });

export default function ApiDocsPage() {
  const t = useText();
  const { parts } = useLoaderData<typeof loader>();
  return (
    <Page title={t('docs.title')} lead={t('docs.lead')} width="wide">
      <p className="measure">
        {/* A document for machines: the router of the browser has no part in it. */}
        <a href="/api/openapi.json">{t('docs.document')}</a>
      </p>
      {parts.map(({ part, calls: own }) => (
        <section key={part} aria-labelledby={`part-${part}`} className="mt-8">
          <h2 id={`part-${part}`} className="text-xl">
            <a href={`/api/docs/${part}`}>{part}</a>
          </h2>
          <ul className="mt-2 columns-1 gap-8 sm:columns-2">
            {own.map(({ id, summary }) => (
              <li key={id} className="py-1">
                <a href={`/api/docs/${part}#${id}`}>{summary}</a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  );
}
