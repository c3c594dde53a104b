/**
 * Tests that mostly wait for real time: a stop that is given its fifteen seconds, an upload that stalls, a
 * code that may be asked for again, a request under review, a killed process that comes back. They run in a
 * lane of their own beside the others, one at a time, so that no core idles meanwhile. A file is named here
 * once it waits for longer than it computes; each runs in exactly one of the two lanes, whatever this says.
 */
export const waiting = {
  unit: [
    'platform/jobs/deliveries.test.ts',
    'platform/jobs/pace.test.ts',
    'platform/jobs/two-releases.test.ts',
    'platform/jobs/workers.test.ts',
    'platform/ports/storage/storage.test.ts',
    'tests/boot/supervisor.test.ts',
    'tests/faults/erasure-races.test.ts',
    'tests/faults/file-work.test.ts',
    'tests/faults/idle.test.ts',
    'tests/faults/mail-killed.test.ts',
    'tests/faults/sms-killed.test.ts',
    'tests/faults/stood-still.test.ts',
    'tests/faults/upload-streams.test.ts',
    'tests/faults/world.test.ts',
    'tests/routes/http-outage-under-load.test.ts',
    'tests/routes/http-outage.test.ts',
  ],
  journeys: [
    'choosing-while-killed.once.spec.ts',
    'killed-in-between.once.spec.ts',
    'sign-in.js.spec.ts',
    'stopped-under-load.once.spec.ts',
    'story.spec.ts',
    'submitting-while-killed.once.spec.ts',
  ],
};

/**
 * A lane that waits prints its output as a whole at its end.
 * @typedef {{ name: string, args: (file: string) => string[], waits?: boolean }} Lane
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

/** Each lane clears a folder of its own. @param {string} folder @param {...string} more */
const playwright =
  (folder, ...more) =>
  () => [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--reporter=list,json',
    `--output=test-results/${folder}`,
    ...more,
  ];

const waitingJourneys = waiting.journeys.map((file) => file.replaceAll('.', '\\.'));

/** @type {Lane[]} */
export const unitLanes = [
  {
    name: 'unit and integration',
    args: vitest('--project=shared process', '--project=own process'),
  },
  {
    name: 'unit and integration that wait',
    args: vitest('--maxWorkers=1', '--project=waiting'),
    waits: true,
  },
];

/** @type {Lane[]} */
export const journeyLanes = [
  {
    name: 'end to end',
    args: playwright('end-to-end', `--grep-invert=${waitingJourneys.join('|')}`),
  },
  {
    name: 'end to end that wait',
    args: playwright('end-to-end-that-wait', '--workers=1', ...waitingJourneys),
    waits: true,
  },
];
