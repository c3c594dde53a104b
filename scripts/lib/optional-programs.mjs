import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installedPrograms } from './postgres/former-programs.mjs';

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

/** The server programs of a major version before the one that this product brings, the oldest that it supports first. */
export function olderPrograms() {
  const major = ['15', '16', '17'].find((one) => installedPrograms(one));
  return major ? { bin: installedPrograms(major) ?? '', major } : null;
}

/** Whether this process may mount a file system in memory, as a disk that can run full. */
export function canMount() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'clinic-mount-'));
  const mounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (mounted) spawnSync('umount', [folder]);
  fs.rmdirSync(folder);
  return mounted;
}

/** One line for each program that is missing here. @returns {string[]} */
export const leftOut = () => [
  ...optional
    .filter(({ program }) => spawnSync(program, ['--version']).error)
    .map(({ program, tests, what }) => lineOf(what, tests, program)),
  ...(olderPrograms()
    ? []
    : [
        lineOf(
          'an upgrade from an older PostgreSQL',
          'tests/boot/upgrade-postgres.test.ts',
          'PostgreSQL 15, 16 or 17',
        ),
      ]),
  ...(canMount()
    ? []
    : [
        lineOf(
          'an upgrade on a disk that runs full',
          'tests/boot/upgrade-full-disk.test.ts',
          'right to mount a file system in memory',
        ),
      ]),
];

/** @param {string} what @param {string} tests @param {string} missing */
const lineOf = (what, tests, missing) =>
  `left out: ${what} (${tests}), because there is no ${missing} here`;
