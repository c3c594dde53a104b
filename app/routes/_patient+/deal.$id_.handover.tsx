import { useLoaderData } from '@remix-run/react';
import type { HandoverDocument } from '#modules/aftercare';
import { loadHandover } from '#app/aftercare/handover.server';
import { confirmFirst } from '#app/auth/security-paths';
import { Banner } from '#app/components/banner';
import { ButtonLink } from '#app/components/button';
import { Card } from '#app/components/card';
import { Page } from '#app/components/page';
import { pageLoader } from '#app/http/page.server';
import { pageMeta } from '#app/i18n/page-meta';
import { useText } from '#app/i18n/use-text';

export const meta = pageMeta('aftercare');

export const loader = pageLoader('patient', loadHandover);

/** What a treatment leaves behind, to be printed or downloaded; after a fresh proof of who asks. */
export default function HandoverPage() {
  const { offerId, said, hasPdf } = useLoaderData<typeof loader>();
  const t = useText();
  const back = { to: `/deal/${offerId}/aftercare`, label: t('aftercare.heading') };
  if (!said)
    return (
      <Page title={t('aftercare.pack.heading')} lead={t('aftercare.pack.confirm')} back={back}>
        <ButtonLink to={confirmFirst('patient', `/deal/${offerId}/handover`)}>
          {t('aftercare.pack.confirm_action')}
        </ButtonLink>
      </Page>
    );
  const files = `/api/deals/${offerId}/handover`;
  return (
    <Page title={said.heading} lead={said.lead} back={back}>
      <div className="mb-6 print:hidden">
        {hasPdf ? null : <Banner tone="info" title={t('aftercare.pack.no_pdf')} />}
        <p className="flex flex-wrap gap-x-5">
          {hasPdf ? (
            <a className="link inline-flex min-h-11 items-center" href={`${files}.pdf`} download>
              {t('aftercare.pack.pdf')}
            </a>
          ) : null}
          <a className="link inline-flex min-h-11 items-center" href={`${files}.json`} download>
            {t('aftercare.pack.fhir')}
          </a>
        </p>
        <p className="text-sm text-ink-soft">{t('aftercare.pack.print')}</p>
      </div>
      <HandoverText said={said} />
    </Page>
  );
}

function HandoverText({ said }: { said: HandoverDocument }) {
  return (
    <div className="space-y-6">
      <Card as="section">
        <p className="text-sm text-ink-soft">{said.request}</p>
        <Pairs pairs={said.summary} />
        <p className="mt-3 text-sm text-ink-soft">{said.made}</p>
      </Card>
      {said.sections.map(({ name, title, blocks }) => (
        <Card as="section" key={name} className="wrap-anywhere">
          <h2 className="mb-4 text-lg">{title}</h2>
          <div className="space-y-4">
            {blocks.map((block, place) => (
              <BlockOf key={place} block={block} />
            ))}
          </div>
        </Card>
      ))}
      <p className="measure text-sm text-ink-soft">{said.record}</p>
    </div>
  );
}

type BlockSaid = HandoverDocument['sections'][number]['blocks'][number];
type GivenSaid = Extract<BlockSaid, { kind: 'notice' }>['value'];

const Words = ({ value }: { value: GivenSaid }) => (
  <span className={value.isMissing ? 'text-ink-soft' : undefined}>{value.text}</span>
);

function Pairs({ pairs }: { pairs: HandoverDocument['summary'] }) {
  return (
    <dl className="divide-y divide-line">
      {pairs.map(({ label, value, more }, place) => (
        <div key={place} className="grid gap-x-4 py-2 sm:grid-cols-[1fr_2fr]">
          <dt className="text-ink-soft">{label}</dt>
          <dd>
            <Words value={value} />
            {more ? <p className="text-sm text-ink-soft">{more}</p> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function BlockOf({ block }: { block: BlockSaid }) {
  if (block.kind === 'pairs') return <Pairs pairs={block.pairs} />;
  if (block.kind === 'notice')
    return (
      <p className="font-semibold">
        <Words value={block.value} />
      </p>
    );
  if (block.kind === 'table') return <TableOf block={block} />;
  const said = block.kind === 'list' ? block.items : block.paragraphs;
  return (
    <div>
      <h3 className="text-base">{block.title}</h3>
      {said.map((value, place) => (
        <p key={place} className="measure whitespace-pre-line">
          <Words value={value} />
        </p>
      ))}
    </div>
  );
}

/** A row each, under the name of its column: read aloud it is a table, on a phone it stays readable. */
function TableOf({ block }: { block: Extract<BlockSaid, { kind: 'table' }> }) {
  return (
    <table className="w-full text-start [&_th]:hyphens-none [&_th]:wrap-normal">
      <thead>
        <tr className="border-b border-line text-start text-sm text-ink-soft">
          {block.columns.map(({ title }) => (
            <th key={title} scope="col" className="py-2 pe-3 text-start font-normal">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row, place) => (
          <tr key={place} className="border-b border-line align-top">
            {row.map((cell, column) => (
              <td key={column} className="py-2 pe-3">
                {cell.map((value, line) => (
                  <p key={line} className={line > 0 ? 'text-sm text-ink-soft' : undefined}>
                    <Words value={value} />
                  </p>
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
