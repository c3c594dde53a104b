import type { Ground } from './ground';
import { must } from '../kit/programs';

interface Visitors {
  asked: number;
  failed: number;
  slowest: number;
  faults: string[];
}

const rolled = ['web-1', 'web-2', 'worker-1', 'worker-2', 'store', 'pooler'] as const;
export const stopSeconds = 20;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Rolls one service while somebody asks for pages. */
async function rollOne(ground: Ground, name: string): Promise<string> {
  const { engine, visitors } = ground;
  await must(engine, ['run', '-d', '--name', visitors, ...ground.outside(['visitors'])]);
  await pause(2_000);
  const { ended, well, code } = await ground.roll(name);
  // The proxy asks every two seconds.
  await pause(3_000);
  await must(engine, ['stop', '-t', '25', visitors]);
  const { asked, failed, slowest, faults } = JSON.parse(await must(engine, ['logs', visitors])) as Visitors; // prettier-ignore
  await must(engine, ['rm', visitors]);
  const why = failed > 0 ? ` (${[...new Set(faults)].join(', ')})` : '';
  return `ended in ${ended.toFixed(1)} s with ${code}, well again after ${well.toFixed(1)} s; ${asked} asked, ${failed} failed${why}, slowest ${slowest} ms`;
}

/** Rolls each process while somebody asks for pages. */
export async function rollAll(ground: Ground): Promise<Array<[string, string]>> {
  const lines: Array<[string, string]> = [];
  for (const name of rolled) lines.push([name, await rollOne(ground, name)]);
  return lines;
}
