import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { memoryFolder } from '../../kit/memory-folder';
import { connectionsFile, outbound, readConnections, watchedBy } from './connections';

/** Processes that the supervisor starts again. */
export type Mortal = 'postgres' | 'web' | 'worker';
type ProcessName = 'supervisor' | Mortal;

export interface Product {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** Everything that the supervisor printed so far. */
  output(): string;
  /** SIGKILL; the supervisor starts it again. Resolves when the product is ready again. */
  kill(name: Mortal): Promise<void>;
  /** Resolves with the exit code; rejects when a process dialled anybody but this machine. */
  stop(): Promise<number | null>;
}

export interface ProductOptions {
  /** A fresh folder, removed by `stop`, when not given. */
  readonly dataDir?: string;
  readonly port?: number;
  readonly env?: Record<string, string>;
  /** Another checkout, built as it is. */
  readonly root?: string;
}

/** A start under way. */
export interface Start {
  readonly child: ChildProcess;
  output(): string;
  /** The exit code, once all output was read. */
  readonly exited: Promise<number | null>;
  /** Resolves once the output has the words; rejects when the process ends or `ms` pass before. */
  says(words: string, ms?: number): Promise<void>;
}

/** Begins a start and waits for nothing. */
export function launchProduct(options: ProductOptions & { dataDir: string; port: number }): Start {
  const { root, dataDir, port } = options;
  // Another checkout is of sources that differ by what a test made: not to be built anew.
  const child = spawn(process.execPath, [root ? 'scripts/supervise.mjs' : 'scripts/start.mjs'], {
    cwd: root,
    env: { ...cleanEnv(), PORT: String(port), DATA_DIR: dataDir, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  const isDone = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    output: () => text,
    exited: new Promise<number | null>((resolve) => child.once('close', resolve)),
    says: (words, ms = 30_000) => until(() => text.includes(words), ms, isDone),
  };
}

/** The product as `npm start` runs it in demo mode, on a free port, ready when this resolves. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? memoryFolder('clinic-e2e-');
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const env = { ...watchedBy(connectionsFile(dataDir)), ...options.env };
  const { child, output, says } = launchProduct({ ...options, dataDir, port, env });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  try {
    await says('Ready: ', 180_000);
  } catch (error) {
    child.kill('SIGTERM');
    throw new Error(`The product did not start:\n${output()}`, { cause: error });
  }
  return {
    url,
    port,
    dataDir,
    output,
    kill: (name) => killAndWait(dataDir, url, name),
    stop: async () => {
      child.kill('SIGTERM');
      const code = await exited;
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
      expectNobodyDialled(dataDir);
      return code;
    },
  };
}

/** Demo and tests have their database, letters and files on this machine; nothing that is typed may lead elsewhere. */
function expectNobodyDialled(dataDir: string): void {
  const file = connectionsFile(dataDir);
  const strangers = outbound(readConnections(file));
  rmSync(file, { force: true });
  if (strangers.length > 0)
    throw new Error(
      `The product went out:\n${strangers.map((each) => JSON.stringify(each)).join('\n')}`,
    );
}

/** Settings of the tester's own shell must not reach the product. */
function cleanEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { NODE_ENV: 'production', PATH, HOME, TMPDIR, LANG };
}

async function killAndWait(dataDir: string, url: string, name: Mortal): Promise<void> {
  const before = pidOf(dataDir, name);
  process.kill(before, 'SIGKILL');
  await until(() => pidOf(dataDir, name) !== before, 60_000);
  await until(() => isReady(url), 60_000);
}

function pidOf(dataDir: string, name: ProcessName): number {
  const { processes } = JSON.parse(readFileSync(path.join(dataDir, 'supervisor.lock'), 'utf8')) as {
    processes: Record<ProcessName, number>;
  };
  return processes[name];
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
};

async function until(
  condition: () => boolean | Promise<boolean>,
  ms: number,
  isLost: () => boolean = () => false,
): Promise<void> {
  const end = Date.now() + ms;
  while (!(await condition())) {
    if (isLost() || Date.now() > end) throw new Error(`not within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
