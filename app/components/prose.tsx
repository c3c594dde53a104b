import { Link } from '@remix-run/react';
import type { Block, Run } from '#app/content/blocks';

function Runs({ runs }: { runs: readonly Run[] }) {
  return runs.map((run, index) => {
    if (run.href)
      return (
        <Link key={index} to={run.href} className="link">
          {run.text}
        </Link>
      );
    return run.strong ? <strong key={index}>{run.text}</strong> : run.text;
  });
}

function Table({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    <table className="mt-4 w-full border-collapse text-left">
      <thead>
        <tr>
          {head.map((cell) => (
            <th
              key={cell}
              scope="col"
              className="border-b border-line-strong py-2 pr-4 font-semibold"
            >
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest]) => (
          <tr key={first} className="align-top">
            <th scope="row" className="border-b border-line py-3 pr-4 font-semibold">
              {first}
            </th>
            {rest.map((cell) => (
              <td key={cell} className="border-b border-line py-3 pr-4">
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
    <List className={`mt-3 space-y-2 pl-5 ${List === 'ul' ? 'list-disc' : 'list-decimal'}`}>
      {block.items.map((item, index) => (
        <li key={index} className="pl-1 marker:text-brand">
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
