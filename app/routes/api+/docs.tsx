import { useLoaderData } from '@remix-run/react';
import { calls } from '#app/api/table.server';
import { Card } from '#app/components/card';
import { Page } from '#app/components/page';
import { type CallPage, callPages, type Part } from '#app/http/call-pages.server';
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

/** One call of the API: who may make it, what it takes, what it answers. */
function CallSection({ call }: { call: CallPage }) {
  const t = useText();
  return (
    <Card as="article" id={call.id} className="mt-6" aria-labelledby={`${call.id}-title`}>
      <h3 id={`${call.id}-title`} className="text-lg">
        {call.summary}
      </h3>
      <p className="mt-2">
        <code>
          <strong>{call.method}</strong> {call.path}
        </code>
      </p>
      <p className="mt-2 text-ink-soft">
        {t(`docs.audience.${call.audience}`)} {t(`docs.type.${call.type}`)}
      </p>
      {call.parts.map(({ name, lines }) => (
        <Members key={name} part={name} lines={lines} status={call.status} />
      ))}
      <h4 className="mt-4 font-semibold">{t('docs.failures')}</h4>
      <p className="mt-1 text-ink-soft">
        {call.failures.map(({ code, status }) => `${status} ${code}`).join(' · ')}
      </p>
    </Card>
  );
}

interface MembersProps {
  part: Part;
  lines: CallPage['parts'][number]['lines'];
  status: number;
}

function Members({ part, lines, status }: MembersProps) {
  const t = useText();
  return (
    <table className="mt-4 w-full table-fixed break-words [&_th]:text-start">
      <caption className="pb-1 text-start font-semibold">
        {t(`docs.part.${part}`, { status })}
      </caption>
      <thead className="text-sm text-ink-soft">
        <tr>
          <th scope="col" className="py-1 pe-4">
            {t('docs.column.name')}
          </th>
          <th scope="col" className="py-1 pe-4">
            {t('docs.column.type')}
          </th>
          <th scope="col" className="py-1">
            {t('docs.column.required')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, type, required }) => (
          <tr key={name} className="border-t border-line align-top">
            <td className="py-1 pe-4">
              <code>{name}</code>
            </td>
            <td className="py-1 pe-4">{type}</td>
            <td className="py-1">{t(required ? 'docs.required' : 'docs.optional')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
