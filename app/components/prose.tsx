import { ExternalLink } from 'lucide-react';
import type { Block, Run } from '#app/content/blocks';
import { useText } from '#app/i18n/use-text';
import { Link } from './link';

function Runs({ runs }: { runs: readonly Run[] }) {
  return runs.map((run, index) => {
    if (run.href)
      return (
        <Link key={index} to={run.href} className="link">
          {run.text}
        </Link>
      );
    if (run.source) return <Source key={index} name={run.text} address={run.source} />;
    return run.strong ? <strong key={index}>{run.text}</strong> : run.text;
  });
}

/** A page of another site; says so, and passes it nothing of ours. */
export function Source({ name, address }: { name: string; address: string }) {
  const t = useText();
  return (
    <a href={address} rel="external noopener noreferrer" className="link wrap-anywhere">
      {name}
      <ExternalLink aria-hidden="true" className="ms-1 inline size-4 align-text-bottom" />
      <span className="sr-only">{t('common.external')}</span>
    </a>
  );
}

function Table({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    <table className="mt-4 w-full border-collapse [&_th]:text-start">
      <thead>
        <tr>
          {head.map((cell) => (
            <th
              key={cell}
              scope="col"
              className="border-b border-line-strong py-2 pe-4 font-semibold"
            >
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest]) => (
          <tr key={first} className="align-top">
            <th scope="row" className="border-b border-line py-3 pe-4 font-semibold">
              {first}
            </th>
            {rest.map((cell) => (
              <td key={cell} className="border-b border-line py-3 pe-4">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function One({ block }: { block: Block }) {
  if (block.kind === 'h2' || block.kind === 'h3') {
    const Heading = block.kind;
    return (
      <Heading
        id={block.id}
        className={Heading === 'h2' ? 'mt-10 text-xl first:mt-0' : 'mt-6 text-lg'}
      >
        {block.text}
      </Heading>
    );
  }
  if (block.kind === 'table') return <Table head={block.head} rows={block.rows} />;
  if (block.kind === 'p')
    return (
      <p className="mt-3 first:mt-0">
        <Runs runs={block.runs} />
      </p>
    );
  const List = block.kind;
  return (
    <List className={`mt-3 space-y-2 ps-5 ${List === 'ul' ? 'list-disc' : 'list-decimal'}`}>
      {block.items.map((item, index) => (
        <li key={index} className="ps-1 marker:text-brand">
          <Runs runs={item} />
        </li>
      ))}
    </List>
  );
}

/** Running text from a content file. */
export function Prose({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="measure">
      {blocks.map((block, index) => (
        <One key={index} block={block} />
      ))}
    </div>
  );
}
