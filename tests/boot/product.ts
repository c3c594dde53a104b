import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';

/**
 * A checkout of its own with the real supervisor, settings and migrations, and stand-ins for the web
 * process, the worker and the courier: what is tested is starting and stopping, not the product.
 */
export interface BootProduct {
  readonly root: string;
  /** The supervisor by itself, or another script that starts it. */
  run(env?: Record<string, string>, script?: string): Run;
  /** Ends every run that still goes on. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

export interface Run {
  readonly child: ChildProcess;
  output(): string;
  /** Resolves once the output matches; rejects when the process ends or `ms` pass before. */
  until(pattern: RegExp, ms?: number): Promise<void>;
  readonly exited: Promise<{ code: number | null; ms: number }>;
}

/** The real preparation, without queues and people: those need the business. */
const prepareWithoutModules = `import { prepare } from '../../scripts/prepare';
const registry = { flows: [], jobs: [], subscriptions: [], schedules: [] };
process.exitCode = await prepare(process.env, { registry, seed: async () => {} });
`;

export async function makeProduct(): Promise<BootProduct> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'clinic-boot-'));
  // PostgreSQL runs as another user when root runs the tests: that user must be able to enter.
  chmodSync(root, 0o755);
  const runs: Run[] = [];
  for (const folder of ['scripts', 'migrations', 'platform', 'engine']) {
    cpSync(folder, path.join(root, folder), { recursive: true });
  }
  cpSync('package.json', path.join(root, 'package.json'));
  cpSync('languages/index.ts', path.join(root, 'languages/index.ts'));
  cpSync('tests/boot/stand-in', path.join(root, 'build', 'server'), { recursive: true });
  writeFileSync(path.join(root, 'build', 'server', 'prepare.ts'), prepareWithoutModules);
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  await build({
    absWorkingDir: root,
    entryPoints: { settings: 'scripts/entries/settings.ts', prepare: 'build/server/prepare.ts' },
    outdir: path.join(root, 'build', 'server'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  return {
    root,
    run: (env = {}, script = 'supervise') => {
      const started = run(root, env, script);
      runs.push(started);
      return started;
    },
    stop: () => stopAll(runs),
    remove: async () => {
      await stopAll(runs);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function stopAll(runs: Run[]): Promise<void> {
  for (const { child, exited } of runs.splice(0)) {
    child.kill('SIGTERM');
    await exited;
  }
}

function run(root: string, env: Record<string, string>, script: string): Run {
  const began = Date.now();
  const child = spawn(process.execPath, [`scripts/${script}.mjs`], {
    cwd: root,
    env: { NODE_ENV: 'production', PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  const exited = new Promise<{ code: number | null; ms: number }>((resolve) =>
    child.once('close', (code) => resolve({ code, ms: Date.now() - began })),
  );
  return {
    child,
    output: () => text,
    exited,
    until: (pattern, ms) => waitFor(child, () => text, pattern, ms),
  };
}

async function waitFor(
  child: ChildProcess,
  text: () => string,
  pattern: RegExp,
  ms = 30_000,
): Promise<void> {
  const end = Date.now() + ms;
  while (!pattern.test(text())) {
    if (Date.now() > end || child.exitCode !== null) {
      throw new Error(`no ${String(pattern)} in:\n${text()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What the supervisor tells of itself in its lock file. */
export function processesOf(
  dataDir: string,
): Record<'supervisor' | 'postgres' | 'web' | 'worker' | 'courier', number> {
  const { processes } = JSON.parse(readFileSync(path.join(dataDir, 'supervisor.lock'), 'utf8')) as {
    processes: Record<'supervisor' | 'postgres' | 'web' | 'worker' | 'courier', number>;
  };
  return processes;
}
