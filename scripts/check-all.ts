import type { Services } from '#platform/context';
import { clockFaults } from '#engine/operations';
import { isHeld } from '#platform/process/restored';
import { registry } from '../workflows/registry';
import { checkFiles } from './check/files';
import type { Finding } from './check/finding';
import { exchange } from './repair-exchange';
import { verifyAudit } from './verify-audit';
import { notUnderstood } from './lib/usage';

export const usage = [
  'Usage: npm run check -- [--without-hashes]',
  '  compares rows with files, flows with clocks, the audit log with its chain, the list of clinics with the truth',
  '  --without-hashes  does not read files: faster by all the bytes there are',
];

/** Ids of a fault that are named; the count says how many there are. */
const named = 10;

/** Checks all that can be compared, and changes nothing. 0: all fits; 1: something does not; 2: not understood. */
export async function checkAll(
  services: Services,
  words: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const [option, ...more] = words;
  if (more.length > 0 || (option !== undefined && option !== '--without-hashes'))
    return notUnderstood(usage, say);
  const findings = await findAll(services, { hashes: option === undefined });
  for (const finding of findings) lineOf(finding).forEach(say);
  const bad = findings.filter(({ faults }) => faults.length > 0).length;
  say(bad === 0 ? 'All fits together.' : `${bad} of ${findings.length} lines do not fit.`);
  return bad === 0 ? 0 : 1;
}

/** All that can be compared; `hashes` reads files for theirs. */
export const findAll = async (
  services: Services,
  options: { hashes: boolean },
): Promise<Finding[]> => [
  ...(await checkFiles(services, options)),
  ...(await checkFlows(services)),
  await checkAudit(services),
  await checkExchange(services),
];

const lineOf = ({ what, count, faults }: Finding): string[] => [
  `${faults.length > 0 ? 'FAULT' : 'ok   '}  ${String(count).padStart(9)}  ${what}`,
  ...faults.slice(0, named).map((fault) => `                  ${fault}`),
  ...(faults.length > named ? [`                  and ${faults.length - named} more`] : []),
];

/** Clocks of a restored product that nobody has opened are late by nature. */
async function checkFlows(services: Services): Promise<Finding[]> {
  const { running, otherVersions, unset, stray, late } = await clockFaults(
    services,
    registry.flows,
  );
  const excused = await isHeld(services);
  return [
    { what: 'running flows', count: running, faults: [] },
    { what: 'of them of another version: not looked at', count: otherVersions, faults: [] },
    { what: 'wait for a clock that is not set', count: unset.length, faults: unset },
    { what: 'clocks of no running flow', count: stray.length, faults: stray },
    {
      what: excused ? 'clocks that ring once it is opened' : 'clocks late by ten minutes',
      count: late.length,
      faults: excused ? [] : late,
    },
  ];
}

async function checkAudit({ env }: Services): Promise<Finding> {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const keys = env.AUDIT_ANCHOR_KEYS ?? 'elsewhere';
  const code = await verifyAudit(env.databaseDirectUrl, [], say, keys);
  const count = Number(/(\d+) entries/.exec(lines.join('\n'))?.[1] ?? 0);
  return { what: 'entries of the audit log', count, faults: code === 0 ? [] : lines };
}

async function checkExchange(services: Services): Promise<Finding> {
  const lines: string[] = [];
  const code = await exchange(services, ['compare'], (line) => lines.push(line));
  const count = Number(/^(\d+) requests/.exec(lines.at(-1) ?? '')?.[1] ?? 0);
  const faults = lines.filter((line) => /^[0-9a-f-]{36}: /.test(line));
  return { what: 'requests in the list of clinics', count, faults: code === 0 ? [] : faults };
}
