import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { storedNames, type StoredNames } from './stored-names';

/**
 * A name that a row, a queue, a dashboard or somebody's program holds is never renamed. A new one is added to the list by
 * `NAMES=write npx vitest run stored-names`, which takes none away: what is really gone is deleted from it by hand.
 */
const file = path.join(import.meta.dirname, 'stored-names.json');
const listed = JSON.parse(readFileSync(file, 'utf8')) as StoredNames;

const without = (some: readonly string[] = [], others: readonly string[] = []): string[] => {
  const known = new Set(others);
  return some.filter((name) => !known.has(name));
};

/** What `before` has and `after` has not, by kind; kinds without a difference are left out. */
const missing = (before: StoredNames, after: StoredNames): StoredNames =>
  Object.fromEntries(
    Object.keys(before).flatMap((kind) => {
      const names = without(before[kind], after[kind]);
      return names.length > 0 ? [[kind, names]] : [];
    }),
  );

describe('the names that are stored or seen from outside', () => {
  const now = storedNames();

  if (process.env.NAMES === 'write') {
    const kinds = [...new Set([...Object.keys(listed), ...Object.keys(now)])];
    const both = kinds.map((kind) => [
      kind,
      [...new Set([...(listed[kind] ?? []), ...(now[kind] ?? [])])].sort(),
    ]);
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(both), null, 2)}\n`);
  }

  it('are all still there: none was renamed', () => {
    expect(missing(listed, now)).toEqual({});
  });

  it('are listed, each new one too', () => {
    const list = JSON.parse(readFileSync(file, 'utf8')) as StoredNames;
    expect(missing(now, list)).toEqual({});
  });

  it('are found: a rename of each kind would be seen', () => {
    for (const [kind, names] of Object.entries(now)) expect(names.length, kind).toBeGreaterThan(0);
    const renamed = {
      ...now,
      machines: now.machines!.map((name) => name.replace('open', 'shown')),
    };
    expect(Object.keys(missing(now, renamed))).toEqual(['machines']);
    expect(now['dotted words']).toContain('identity.staff-locked');
    expect(now['words with underscores']).toContain('validation_failed');
  });
});
