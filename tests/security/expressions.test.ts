import { globSync, readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { families } from '../routes/fuzz/families';
import { boundedExpressions } from './bounded-expressions';

/** Those that `recheck` has proved linear before, by their text: it needs up to seconds for each. */
const proved = new Set(
  JSON.parse(readFileSync('tests/security/proved-expressions.json', 'utf8')) as string[],
);
const bounded = new Set(boundedExpressions.flatMap(({ expressions }) => expressions));

/** Every literal of the product by its text, with the places where it stands. */
function expressionsIn(folders: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync(`{${folders}}/**/*.{ts,tsx}`)) {
    if (/\.test\.|testing/.test(file)) continue;
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    const walk = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) found.set(node.text, file);
      ts.forEachChild(node, walk);
    };
    walk(source);
  }
  return found;
}

const parsed = (literal: string): [string, string] => {
  const end = literal.lastIndexOf('/');
  return [literal.slice(1, end), literal.slice(end + 1)];
};

/** Whether time is proved to grow with the length only. A proof that is too deep for the stack is none. */
function isLinear(literal: string): boolean {
  try {
    return checkSync(...parsed(literal), { timeout: 20_000 }).status === 'safe';
  } catch {
    return false;
  }
}

const used = expressionsIn('admin,app,engine,modules,platform,workflows');

it('regular expressions are linear, or what reaches them is bounded', () => {
  expect(used.size).toBeGreaterThan(300);
  const others = [...used].filter(([literal]) => !proved.has(literal) && !bounded.has(literal));
  expect(others.filter(([literal]) => !isLinear(literal))).toEqual([]);
}, 60_000);

it('finds one that is not', () => {
  expect(isLinear('/(a+)+$/')).toBe(false);
  expect(isLinear('/^a+$/')).toBe(true);
});

it('no bounded expression is listed that is not there any more', () => {
  expect([...bounded].filter((literal) => !used.has(literal))).toEqual([]);
});

/** Milliseconds of CPU: other work on the machine adds little to them, and nothing to the least of three. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

it.each(boundedExpressions)('within $bound characters: $why', ({ bound, expressions }) => {
  const slow = expressions.filter((literal) => {
    const expression = new RegExp(...parsed(literal));
    return families.some(({ make }) => {
      const text = make(bound).slice(0, bound);
      return [1, 2, 3].every(() => cpuOf(() => text.replace(expression, '')) > 100);
    });
  });
  expect(slow).toEqual([]);
});
