import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { groupsOf, slow, waits, type Tier } from './test-groups.mjs';
import { countPlaywright, countVitest } from './test-steps.mjs';

const found = (pattern: string): string[] =>
  globSync(pattern, {
    exclude: ['node_modules', 'build', '.data', '.cache', 'test-results'],
  }).sort();

/** Files that the runner itself says that it would run. */
function filesIn(tier: Tier): string[] {
  const files = groupsOf(tier, null).unit.flatMap(({ args, env }) => {
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

it('every journey runs in one group of the second tier, and the main ones in the first as well', () => {
  const journeys = found('tests/e2e/**/*.spec.ts');
  const [others, waiting] = groupsOf('all', null).journeys.map(({ args }) => args(''));
  expect(others).toContain('--grep-invert=\\.waits\\.');
  expect(waiting?.at(-1)).toBe('\\.waits\\.');
  const main = journeys.filter((file) => file.startsWith('tests/e2e/main/'));
  expect(main.length).toBeGreaterThan(3);
  // With and without JavaScript.
  expect(main.filter((file) => !/\.(js|once)\.spec\.ts$/.test(file)).length).toBeGreaterThanOrEqual(
    4,
  );
});

it('says once more at the end what failed and why: a test, a file that cannot be loaded, a journey within groups', () => {
  const file = (more: object) => ({ name: path.resolve('a/x.test.ts'), status: 'failed', ...more });
  const failed = {
    fullName: 'adds',
    status: 'failed',
    failureMessages: ['expected 1\nreceived 2'],
  };
  const passed = { fullName: 'takes', status: 'passed', failureMessages: [] };
  const unit = countVitest({
    numPassedTests: 1,
    testResults: [
      file({ assertionResults: [failed, passed] }),
      file({ assertionResults: [], message: 'no such module' }),
      file({ status: 'passed', assertionResults: [passed] }),
    ],
  });
  expect(unit).toEqual({
    passed: 1,
    failed: 2,
    reasons: [
      'a/x.test.ts › adds\n    expected 1\n    received 2',
      'a/x.test.ts\n    no such module',
    ],
  });

  const results = [{ errors: [{ message: '\u001b[31mtimeout\u001b[39m' }] }];
  const spec = { file: 'a.spec.ts', title: 'goes', ok: false, tests: [{ results }] };
  const journeys = countPlaywright({
    stats: { expected: 3, unexpected: 1, flaky: 0 },
    errors: [{ message: 'no browser' }],
    suites: [{ specs: [{ ...spec, ok: true }], suites: [{ specs: [spec] }] }],
  });
  expect(journeys).toEqual({
    passed: 3,
    failed: 2,
    reasons: ['a.spec.ts › goes\n    timeout', 'end to end\n    no browser'],
  });
});
