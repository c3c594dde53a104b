import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { ownerFor } from '../../../scripts/lib/postgres/owner.mjs';
import type { Machine } from './network';

/** Where the parts of the trial lie; the database's user may enter. */
export interface Ground {
  readonly folder: string;
}

export interface Program {
  readonly name: string;
  readonly command: string;
  readonly words: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Programs that stand around the product refuse to run as root. */
  readonly asDatabaseUser?: boolean;
  /** On which it runs; this one without. */
  readonly machine?: Machine;
  readonly ready: () => Promise<boolean>;
}

const bare = { NODE_ENV: 'production' as const, PATH: process.env.PATH, LANG: 'C.UTF-8' };

/** A process that is killed, ended and started anew. */
export class Part {
  /** What it said before each end that nobody asked for. */
  readonly deaths: string[] = [];
  private child: ChildProcess | null = null;
  private asked = false;

  constructor(
    private readonly ground: Ground,
    private readonly program: Program,
  ) {}

  get name(): string {
    return this.program.name;
  }

  private get runs(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves when it is ready. */
  async start(): Promise<void> {
    const { name, env = bare, asDatabaseUser, ready } = this.program;
    const log = openSync(path.join(this.ground.folder, `${name}.log`), 'a');
    const { command, words, owner } = this.starting();
    this.child = spawn(command, words, {
      ...owner,
      cwd: asDatabaseUser ? '/' : process.cwd(),
      env,
      stdio: ['ignore', log, log],
    });
    this.asked = false;
    this.child.once('exit', (code, signal) => {
      if (!this.asked) this.deaths.push(`${name} ended with ${code ?? signal}: ${this.said(2)}`);
    });
    await until(`${name} is ready`, ready, { lost: () => !this.runs });
  }

  /** Resolves once it has ended, at the latest after half a minute and SIGKILL. @returns its exit code, null after a signal */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.child;
    this.asked = true;
    if (!child || !this.runs) return child?.exitCode ?? null;
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
    const code = await exited;
    clearTimeout(late);
    return code;
  }

  /** Another machine's network is entered by root, who becomes the database's user there. */
  private starting() {
    const { command, words, asDatabaseUser, machine } = this.program;
    const owner = asDatabaseUser ? ownerFor(this.ground.folder) : null;
    if (!machine?.namespace) return { command, words, owner };
    const become = owner ? [`--setuid=${owner.uid}`, `--setgid=${owner.gid}`] : [];
    const entering = [`--net=/run/netns/${machine.namespace}`, ...become, '--', command];
    return { command: 'nsenter', words: [...entering, ...words], owner: null };
  }

  /** The last lines that it wrote. */
  said(lines = 12): string {
    const text = readFileSync(path.join(this.ground.folder, `${this.name}.log`), 'utf8');
    return text.trimEnd().split('\n').slice(-lines).join('\n');
  }
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

export const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Waits until it holds, a minute by default. @returns milliseconds that it took; throws when it does not come to be */
export async function until(
  what: string,
  holds: () => Promise<boolean>,
  { ms = 60_000, lost = () => false }: { ms?: number; lost?: () => boolean } = {},
): Promise<number> {
  const began = performance.now();
  while (!(await holds().catch(() => false))) {
    if (lost() || performance.now() - began > ms) throw new Error(`in vain: ${what}`);
    await pause(200);
  }
  return performance.now() - began;
}

/** What an address answers, 0 where nothing does. */
export const statusOf = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    },
    () => 0,
  );

export const connects = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

/** A folder that belongs to the database's user. */
export function ownFolder(ground: Ground, name: string): string {
  const folder = path.join(ground.folder, name);
  mkdirSync(folder, { mode: 0o700 });
  const owner = ownerFor(ground.folder);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}
