import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { minutes } from '#platform/base/duration';
import { clinicCases } from './clinics';
import { goal, measure } from './measure';
import { patientCases } from './patients';
import { headline, lineOf, summary } from './report';
import { openSeeded } from './seeded';
import { openSide, type Side } from './side';
import { staffCases } from './staff';

const text = { type: 'string' } as const;

/**
 * Every list of clinics, patients and staff at ten thousand requests and at a million, in turns on one server, by the
 * queries of the modules: how many times more of the processor it takes, and how many pages of the database it reads. Arguments:
 * `--only` (part of a case's name), `--minutes` (25), `--seed` (a folder in which the rows stay for the next run). Fails
 * where a list is above the goal.
 */
export async function benchLists(args: string[]): Promise<void> {
  const options = { only: text, minutes: text, seed: text };
  const { only = '', minutes: most = '25', seed } = parseArgs({ args, options }).values;
  const cases = [...clinicCases, ...patientCases, ...staffCases].filter(({ name }) =>
    name.includes(only),
  );
  const { urls, close } = await openSeeded(seed && path.resolve(seed));
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'clinic-bench-data-'));
  const sides: Side[] = [];
  try {
    sides.push(...urls.map((url) => openSide(url, dataDir)));
    console.log(headline);
    const measured = await measure(cases, [sides[0]!, sides[1]!], {
      until: Date.now() + minutes(Number(most)),
      onCase: (one) => console.log(lineOf(one)),
    });
    for (const line of summary(measured, cases.length)) console.log(line);
    if (measured.some(({ ratio }) => ratio > goal)) process.exitCode = 1;
  } finally {
    for (const side of sides) await side.close();
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
