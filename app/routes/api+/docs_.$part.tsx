import { useLoaderData } from '@remix-run/react';
import { calls } from '#app/api/table.server';
import { Card } from '#app/components/card';
import { Page } from '#app/components/page';
import { type CallPage, callPages, type Part } from '#app/http/call-pages.server';
import { notFound, pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('docs');
export const loader = pageLoader('public', async (_ctx, { params: { part = '' } }) => {
  const pages = callPages(calls, part);
  if (pages.length === 0) throw notFound();
  return { part, pages };
});

export default function ApiPartPage() {
  const t = useText();
  const { part, pages } = useLoaderData<typeof loader>();
  return (
    <Page title={t('docs.part_title', { part })} back={{ to: '/api/docs' }} width="wide">
      {pages.map((call) => (
        <CallSection key={call.id} call={call} />
      ))}
    </Page>
  );
}

/** One call of the API: who may make it, what it takes, what it answers. */
function CallSection({ call }: { call: CallPage }) {
  const t = useText();
  return (
    <Card as="article" id={call.id} className="mt-6" aria-labelledby={`${call.id}-title`}>
      <h2 id={`${call.id}-title`} className="text-lg">
        {call.summary}
      </h2>
      <p className="mt-2">
        <code>
          <strong>{call.method}</strong> {call.path}
        </code>
      </p>
      <p className="mt-2 text-ink-soft">
        {t(`docs.audience.${call.audience}`)} {t(`docs.type.${call.type}`)}
        {call.scope ? <> {t('docs.scope', { scope: call.scope })}</> : null}
      </p>
      {call.parts.map(({ name, lines }) => (
        <Members key={name} part={name} lines={lines} status={call.status} />
      ))}
      <h3 className="mt-4 font-semibold">{t('docs.failures')}</h3>
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
