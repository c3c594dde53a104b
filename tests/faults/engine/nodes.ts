import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

/** An answer that a client of the run received: the call is done and must stay done. */
export interface Answer {
  readonly key: string;
  readonly id: string;
  readonly version: number;
}

const bundle = path.resolve('node_modules/.cache/engine-crash/process.mjs');

/** One file, made once: a node that is killed every second must not spend that second compiling. */
export const bundleNode = () =>
  build({
    entryPoints: ['tests/faults/engine/process.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });

/** A node that is started again whenever it was killed, its clients going on where they were. */
export interface Node {
  kill(): void;
  /** Kills at the next moment between the two halves that a negative control takes apart. */
  killBetween(): void;
  /** Ends writing, by one more kill; the worker runs on. */
  hush(): void;
  end(): Promise<void>;
  readonly answers: Answer[];
  readonly refusals: string[];
  /** Ends that were not our kills: what was written to stderr. */
  readonly deaths: string[];
  kills: number;
  /** Calls that had been done before their answer arrived. */
  repeats: number;
}

/** Negative controls: the enqueueing, or the settling of a job, outside the transaction it belongs to. */
export type Wrong = 'enqueue-after-commit' | 'settle-apart';

export interface NodeOptions {
  readonly env: Record<string, string>;
  readonly instances: readonly string[];
  readonly clients: readonly string[];
  readonly wrong?: Wrong;
}

export function startNode({ env, instances, clients, wrong }: NodeOptions): Node {
  const next = Object.fromEntries(clients.map((name) => [name, 0]));
  const node = {
    answers: [] as Answer[],
    refusals: [] as string[],
    deaths: [] as string[],
    kills: 0,
    repeats: 0,
  };
  let child: ChildProcess;
  let ending = false;
  let isDue = false;
  let hushed = false;
  const launch = () => {
    const plan = JSON.stringify({ instances, clients: hushed ? {} : next, wrong: wrong ?? null });
    child = spawn(process.execPath, [bundle, plan], {
      env: env as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr!.on('data', (chunk) => (errors += chunk));
    createInterface({ input: child.stdout! }).on('line', (line) => read(line));
    child.once('exit', (code, signal) => {
      if (ending) return;
      if (signal !== 'SIGKILL') node.deaths.push(`${code} ${signal} ${errors.slice(-2_000)}`);
      launch();
    });
  };
  const read = (line: string) => {
    const [word, name = '', n = '', id = '', version = ''] = line.split(' ');
    if (word === 'between' && isDue) kill();
    if (word === 'refused') node.refusals.push(line);
    if (word !== 'answered' && word !== 'repeated') return;
    if (word === 'repeated') node.repeats += 1;
    node.answers.push({ key: `${name}-${n}`, id, version: Number(version) });
    // The last call is sent again after a kill, so that repeats of answered calls happen too.
    next[name] = Number(n);
  };
  const kill = () => {
    isDue = false;
    node.kills += 1;
    child.kill('SIGKILL');
  };
  launch();
  return Object.assign(node, {
    kill,
    killBetween: () => {
      isDue = true;
    },
    hush: () => {
      hushed = true;
      child.kill('SIGKILL');
    },
    end: async () => {
      ending = true;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  });
}
