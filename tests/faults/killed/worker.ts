import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';
import { vi } from 'vitest';
import { demoSecrets } from '../../kit/demo-secrets';
import type { TestServices } from '../../kit/services';

const bundle = path.resolve('node_modules/.cache/killed/worker.mjs');

/** One file, made once: when a worker is ready must not hang on the compiler. */
export const bundleWorker = () =>
  build({
    stdin: {
      contents: `import { main } from './workflows/worker'; await main();`,
      resolveDir: process.cwd(),
      loader: 'ts',
    },
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });

/** The product's own worker process beside the services of a test, with `more` settings. */
export function spawnWorker({ services }: TestServices, more: Record<string, string>) {
  const { env } = services;
  const settings: Record<string, string | undefined> = {
    TEST_DATABASE_URL: env.databaseUrl,
    DATA_DIR: env.DATA_DIR,
    ...demoSecrets,
    OTP_CIPHER_KEYS: env.OTP_CIPHER_KEYS.join(','),
    ...more,
  };
  return spawn(process.execPath, [bundle], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: settings as NodeJS.ProcessEnv,
  });
}

/** Milliseconds of this process's clock at which a SIGKILL has ended it. */
export async function kill(worker: ChildProcess): Promise<number> {
  worker.kill('SIGKILL');
  await vi.waitFor(() => {
    if (worker.signalCode !== 'SIGKILL') throw new Error('it lives');
  });
  return performance.now();
}

/** Waits until as many workers have said that they work, those included that were killed since. */
export const untilWorking = ({ services }: TestServices, workers: number) =>
  vi.waitFor(
    async () => {
      const { rowCount } = await services.database.pool.query(
        'select from flow.worker_heartbeat limit $1',
        [workers],
      );
      if (rowCount !== workers) throw new Error('not yet');
    },
    { timeout: 40_000, interval: 50 },
  );

/** Workers of one test, begun one after the other; `end` ends those that live. */
export function workersOf(kit: () => TestServices) {
  const begun: ChildProcess[] = [];
  return {
    async start(): Promise<ChildProcess> {
      const worker = spawnWorker(kit(), {});
      begun.push(worker);
      await untilWorking(kit(), begun.length);
      return worker;
    },
    end(): void {
      for (const worker of begun) worker.kill('SIGKILL');
    },
  };
}
