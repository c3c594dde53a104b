import { spawnSync } from 'node:child_process';

/**
 * Programs that a test talks to for real and that no package brings; without one its tests are left out, and said so.
 * @type {Array<{ program: string, tests: string, what: string }>}
 */
const optional = [
  { program: 'clamd', tests: 'platform/ports/scanner/clamd.test.ts', what: "ClamAV's own scans" },
  {
    program: 'pgbouncer',
    tests: 'tests/faults/pooler.test.ts',
    what: 'the product behind a pooler',
  },
  {
    program: 'promtool',
    tests: 'tests/architecture/alerts.test.ts',
    what: "Prometheus's own look at alerts and board",
  },
];

/** One line for each program that is missing here. @returns {string[]} */
export const leftOut = () =>
  optional
    .filter(({ program }) => spawnSync(program, ['--version']).error)
    .map(
      ({ program, tests, what }) =>
        `left out: ${what} (${tests}), because there is no ${program} here`,
    );
