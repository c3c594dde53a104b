/**
 * The tests in two tiers, by place and name.
 *
 * The quick tier (`npm test`) holds each rule once: every `*.test.ts` that ends in seconds, and the journeys below
 * `tests/e2e/main` in one size of a browser. The second one (`npm run test:all`) has everything: also the places whose
 * tests kill processes or start the product, every `*.slow.test.ts`, every `*.waits.test.ts`, all journeys in all browsers.
 *
 * A test that waits for real time for longer than it computes (a stop that is given its fifteen seconds, an upload that
 * stalls, a killed process that comes back) has `.waits.` in its name: those run one at a time beside the others, so that
 * no core idles meanwhile.
 * @public for `vitest.config.ts`
 */
export const waits = '**/*.waits.test.{ts,tsx}';
/**
 * Only in the second tier, besides what waits.
 * @public for `vitest.config.ts`
 */
export const slow = [
  'tests/boot/**',
  'tests/faults/**',
  'tests/operations/**',
  '**/*.slow.test.{ts,tsx}',
];

/** @typedef {'quick' | 'all'} Tier */

/**
 * A group that waits prints its output as a whole at its end.
 * @typedef {{
 *   name: string, args: (file: string) => string[], env?: Record<string, string>, waits?: boolean
 * }} Group
 */

/** @param {...string} more @returns {(file: string) => string[]} */
const vitest =
  (...more) =>
  (file) => [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${file}`,
    ...more,
  ];

/** Each group clears a folder of its own. @param {string} folder @param {...string} more */
const playwright =
  (folder, ...more) =>
  () => [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--reporter=list,json',
    `--output=test-results/${folder}`,
    ...more,
  ];

/**
 * @param {Tier} tier
 * @param {string | null} changed a commit: only what changed since then is tested; null: everything
 * @returns {{ unit: Group[], journeys: Group[] }}
 */
export function groupsOf(tier, changed) {
  const touched = changed === null ? [] : [`--changed=${changed}`, '--passWithNoTests'];
  const unit = {
    name: 'unit and integration',
    args: vitest('--project=shared process', '--project=own process', ...touched),
    // `vitest.config.ts` leaves out what is only in the second tier.
    env: { TEST_TIER: tier },
  };
  if (tier === 'quick')
    return {
      unit: [unit],
      journeys: [
        {
          name: 'main journeys',
          args: playwright(
            'main-journeys',
            'tests/e2e/main/',
            '--project=desktop',
            '--project=desktop-without-js',
            ...(changed === null ? [] : [`--only-changed=${changed}`, '--pass-with-no-tests']),
          ),
        },
      ],
    };
  return {
    unit: [
      unit,
      {
        name: 'unit and integration that wait',
        args: vitest('--maxWorkers=1', '--project=waiting', ...touched),
        waits: true,
      },
    ],
    journeys: [
      { name: 'end to end', args: playwright('end-to-end', '--grep-invert=\\.waits\\.') },
      {
        name: 'end to end that wait',
        args: playwright('end-to-end-that-wait', '--workers=1', '\\.waits\\.'),
        waits: true,
      },
    ],
  };
}
