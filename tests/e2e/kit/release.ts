import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { makeRuntime } from '../../../scripts/lib/runtime.mjs';

/** How a program of a release ended, and all that it printed. */
interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** A release folder as `npm run runtime` lays it out, far from the checkout: what is not in it is nowhere. */
export interface Release {
  readonly folder: string;
  /** The Node that lies in it. */
  readonly node: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a program in it to its end, with its Node when no other program is named. */
  run(words: readonly string[], more?: RunOptions): Promise<Ended>;
  /** Starts web and worker, once preparation was done. */
  start(): void;
  /** What every program of it printed so far, one after the other. */
  output(): string;
  /** Ends both in order and removes the folder. @returns their exit codes */
  stop(): Promise<Array<number | null>>;
}

interface RunOptions {
  readonly program?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** As a release is given them: a port of the web process and a folder of files are the operator's choice. */
interface Settings {
  readonly port: number;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Lays a release out from this build, and starts nothing. */
export async function layOutRelease(settings: Settings): Promise<Release> {
  const above = mkdtempSync(path.join(os.tmpdir(), 'clinic-release-'));
  const folder = path.join(above, 'release');
  makeRuntime(process.cwd(), folder, process.execPath);
  const node = path.join(folder, 'bin/node');
  // Nothing of the tester's shell: a NODE_PATH would lead back to where packages are.
  const env = {
    PATH: `${path.dirname(node)}:/usr/local/bin:/usr/bin:/bin`,
    NODE_ENV: 'production' as const,
    PORT: String(settings.port),
    DATA_DIR: settings.dataDir,
    WORKER_OPS_PORT: String(await freePort()),
    ...settings.env,
  };
  const begun: Array<ReturnType<typeof listen>> = [];
  const begin = (words: readonly string[], { program = node, env: more = {} }: RunOptions = {}) => {
    // The channel ends what runs when these tests are killed.
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    const one = listen(spawn(program, words, { cwd: folder, env: { ...env, ...more }, stdio: [...stdio] })); // prettier-ignore
    begun.push(one);
    return one;
  };
  let staying: typeof begun = [];
  return {
    folder,
    node,
    env,
    run: (words, more) => begin(words, more).ended,
    start: () => {
      staying = ['web', 'worker'].map((name) => begin([`build/server/${name}.js`]));
    },
    output: () => begun.map(({ said }) => said()).join('\n'),
    stop: async () => {
      for (const { child } of staying) child.kill('SIGTERM');
      const ended = await Promise.all(staying.map((each) => each.ended));
      rmSync(above, { recursive: true, force: true });
      return ended.map(({ code }) => code);
    },
  };
}

function listen(child: ChildProcess) {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said: text }));
  });
  return { child, ended, said: () => text };
}
