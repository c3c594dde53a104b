import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';

/** Both servers get one core, so that neither runs beside itself; everything else shares the others. */
const canPin =
  os.availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;
export const pinning = canPin ? 'servers on core 0, the rest on the others' : 'not pinned';
const cores = { server: '0', other: `1-${os.cpus().length - 1}` };

/** Puts a process that runs already, with all its threads, beside the others. */
export function pinOther(pid: number): void {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', cores.other, String(pid)]);
}

/** A process of Node's on the cores of its kind. */
export function run(
  kind: keyof typeof cores,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcess {
  const [command, ...all] = [
    ...(canPin ? ['taskset', '-c', cores[kind]] : []),
    process.execPath,
    ...args,
  ];
  return spawn(command!, all, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A process of Node's beside the others that is spoken to by messages. */
export function talk(args: readonly string[]): ChildProcess {
  const child = fork(args.at(-1)!, { execArgv: args.slice(0, -1), stdio: 'inherit' });
  pinOther(child.pid!);
  return child;
}

/** Asks until something answers. */
export async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${url} does not answer`);
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await exited;
}

const perSecond = 100;
const statOf = (pid: number): string[] => {
  const file = `/proc/${pid}/stat`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/** CPU time of a process so far, in milliseconds; 0 where the system does not tell. */
export const cpuOf = (pid: number): number => {
  const stat = statOf(pid);
  return ((Number(stat[11] ?? 0) + Number(stat[12] ?? 0)) * 1_000) / perSecond;
};

/** Of a server and its children, those included that have ended meanwhile. */
export function cpuOfTree(pid: number): number {
  if (!existsSync('/proc')) return 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => Number(statOf(each)[1]) === pid);
  const ended = statOf(pid);
  const gone = ((Number(ended[13] ?? 0) + Number(ended[14] ?? 0)) * 1_000) / perSecond;
  return [pid, ...children].reduce((sum, each) => sum + cpuOf(each), gone);
}
