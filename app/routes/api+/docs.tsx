import { useLoaderData } from '@remix-run/react';
import { CallSection } from '#app/components/call-section';
import { Page } from '#app/components/page';
import { callPages } from '#app/http/call-pages.server';
import { calls } from '#app/api/table.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('docs');
export const loader = () => ({ modules: callPages(calls) });

export default function ApiDocsPage() {
  const t = useText();
  const { modules } = useLoaderData<typeof loader>();
  return (
    <Page title={t('docs.title')} lead={t('docs.lead')} width="wide">
      <p className="measure">
        {/* A document for machines: the router of the browser has no part in it. */}
        <a href="/api/openapi.json">{t('docs.document')}</a>
      </p>
      <nav aria-label={t('docs.contents')} className="mt-6">
        <ul className="columns-1 gap-8 sm:columns-2">
          {modules.flatMap(({ calls: own }) =>
            own.map((call) => (
              <li key={call.id} className="py-1">
                <a href={`#${call.id}`}>{call.summary}</a>
              </li>
            )),
          )}
        </ul>
      </nav>
      {modules.map(({ module, calls: own }) => (
        <section key={module} aria-labelledby={`module-${module}`} className="mt-12">
          <h2 id={`module-${module}`} className="text-2xl">
            {module}
          </h2>
          {own.map((call) => (
            <CallSection key={call.id} call={call} />
          ))}
        </section>
      ))}
    </Page>
  );
}
