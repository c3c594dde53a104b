import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { lanesOf, slow, waits, type Tier } from './test-lanes.mjs';

const found = (pattern: string): string[] =>
  globSync(pattern, {
    exclude: ['node_modules', 'build', '.data', '.cache', 'test-results'],
  }).sort();

/** Files that the runner itself says that it would run. */
function filesIn(tier: Tier): string[] {
  const files = lanesOf(tier, null).unit.flatMap(({ args, env }) => {
    const projects = args('').filter((arg) => arg.startsWith('--project='));
    const list = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json', ...projects];
    const output = execFileSync(process.execPath, list, { env: { ...process.env, ...env } });
    return (JSON.parse(output.toString()) as { file: string }[]).map(({ file }) =>
      path.relative(process.cwd(), file),
    );
  });
  return files.sort();
}

it('every test runs once in the second tier, and in the first unless its place or name says otherwise', () => {
  const tests = found('**/*.test.{ts,tsx}');
  expect(filesIn('all')).toEqual(tests);
  const later = tests.filter((file) =>
    [waits, ...slow].some((pattern) => path.matchesGlob(file, pattern)),
  );
  expect(later.length).toBeGreaterThan(20);
  expect(filesIn('quick')).toEqual(tests.filter((file) => !later.includes(file)));
}, 60_000);

it('every journey runs in one lane of the second tier, and the main ones in the first as well', () => {
  const journeys = found('tests/e2e/**/*.spec.ts');
  const [others, waiting] = lanesOf('all', null).journeys.map(({ args }) => args(''));
  expect(others).toContain('--grep-invert=\\.waits\\.');
  expect(waiting?.at(-1)).toBe('\\.waits\\.');
  const main = journeys.filter((file) => file.startsWith('tests/e2e/main/'));
  expect(main.length).toBeGreaterThan(3);
  // With and without JavaScript.
  expect(main.filter((file) => !/\.(js|once)\.spec\.ts$/.test(file)).length).toBeGreaterThanOrEqual(
    4,
  );
});
