import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface PanelProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a title of its own. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** What is known, as pairs of name and value; pairs without a value are left out. */
export function Facts({
  rows,
}: {
  rows: ReadonlyArray<readonly [label: string, value: ReactNode]>;
}) {
  return (
    <dl className="grid gap-x-6 gap-y-2 @min-[34rem]:grid-cols-[minmax(7rem,auto)_1fr]">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The ways to other screens, in one line while there is room. */
export const Links = ({ to }: { to: ReadonlyArray<readonly [address: string, words: string]> }) => (
  <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
    {to.map(([address, words]) => (
      <Link key={address} className="link" to={address}>
        {words}
      </Link>
    ))}
  </p>
);

/** Values as people can read them: inner ones by a dotted name, lists in one line. */
export function detailRows(
  details: Readonly<Record<string, unknown>>,
): Array<readonly [string, string]> {
  return Object.entries(details).flatMap(([name, value]) => rowsBelow(name, value));
}

function rowsBelow(name: string, value: unknown): Array<readonly [string, string]> {
  if (Array.isArray(value)) return [[name, value.map(written).join(', ') || '–']];
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => rowsBelow(`${name}.${key}`, inner));
  return [[name, written(value)]];
}

const written = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
