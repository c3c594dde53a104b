import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/security.md', 'utf8');

/** Rows of its tables by their first cell, with what stands in the last one. */
const rows = new Map(
  [...page.matchAll(/^\| (F?\d+) +\|.*\| (.*?) +\|$/gm)].map(([, number, held]) => [
    number!,
    held!,
  ]),
);
const numbered = (count: number, mark = ''): string[] =>
  Array.from({ length: count }, (_, index) => `${mark}${index + 1}`);

describe('docs/security.md', () => {
  it('lists each of the 90 requirements and 38 faults once', () => {
    expect([...rows.keys()]).toEqual([...numbered(90), ...numbered(38, 'F')]);
  });

  it('names a test or a reason for each', () => {
    for (const [number, held] of rows)
      expect(held.length, `what holds ${number}`).toBeGreaterThan(20);
  });

  it('names no file that is not there', () => {
    const named = [...page.matchAll(/`([a-z][\w.-]*\/[\w./-]+\.(?:tsx?|md|js))`/g)];
    expect(named.length).toBeGreaterThan(100);
    for (const [, file] of named) expect(existsSync(file!), file).toBe(true);
  });
});
