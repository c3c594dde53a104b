import type { ReactNode } from 'react';

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
