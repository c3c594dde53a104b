import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { productionSettings } from '../../bench/production-settings';
import { must } from '../kit/programs';
import type { Store } from '../kit/store';
import type { Front } from './front';
import { Part, statusOf, type Ground } from './parts';

/** A web process or a worker of the build. */
export interface Process {
  readonly name: string;
  readonly part: Part;
  /** SIGKILL, and a new one. @returns milliseconds until it was ready */
  killed(): Promise<number>;
  /** SIGTERM, its own end, and a new one. @returns its exit code */
  rolled(): Promise<number | null>;
}

export interface Product {
  readonly webs: readonly Process[];
  readonly workers: readonly Process[];
}

/** What stands around it, besides the database. */
export interface Around {
  readonly gateway: string;
  readonly mailPort: number;
  readonly store: Pick<Store, 'settings'>;
}

export function settingsOf(ground: Ground, front: Front, around: Around): Record<string, string> {
  const dataDir = path.join(ground.folder, 'data');
  mkdirSync(dataDir);
  const common = productionSettings({ dataDir, port: 0, mailPort: around.mailPort });
  return {
    ...common,
    PATH: process.env.PATH!,
    PUBLIC_URL: `http://127.0.0.1:${front.site}`,
    LOG_LEVEL: 'warn',
    SMS_WEBHOOK_URL: around.gateway,
    ...front.addresses,
    ...around.store.settings,
  };
}

/** Prepares the database, as one service of each roll does. */
export const prepareDatabase = (env: Record<string, string>): Promise<string> =>
  must('env', [
    ...Object.entries(env).map((pair) => pair.join('=')),
    ...[process.execPath, 'build/server/prepare.js'],
  ]);

/** Two of each; the owner's address is not theirs. */
export async function startProduct(
  ground: Ground,
  { DATABASE_OWNER_URL: _owner, ...env }: Record<string, string>,
  webPorts: readonly number[],
): Promise<Product> {
  const webs = await Promise.all(
    webPorts.map((port, n) =>
      makeProcess(ground, { name: `web-${n + 1}`, role: 'web', env, port, path: '/readyz' }),
    ),
  );
  const workers = await Promise.all(
    [1, 2].map(async (n) => {
      const port = await freePort();
      return makeProcess(ground, {
        ...{ name: `worker-${n}`, role: 'worker', env, port, path: '/healthz' },
      });
    }),
  );
  for (const { part } of [...webs, ...workers]) await part.start();
  return { webs, workers };
}

interface Told {
  readonly name: string;
  readonly role: 'web' | 'worker';
  readonly env: Record<string, string>;
  readonly port: number;
  /** Where it says that it is ready. */
  readonly path: string;
}

async function makeProcess(ground: Ground, told: Told): Promise<Process> {
  const { name, role, port } = told;
  const own = role === 'web' ? { PORT: String(port) } : { WORKER_OPS_PORT: String(port) };
  const ready = async () => (await statusOf(`http://127.0.0.1:${port}${told.path}`)) === 200;
  const part = new Part(ground, {
    name,
    command: process.execPath,
    words: [`build/server/${role}.js`],
    env: { ...told.env, ...own, NODE_ENV: 'production' },
    ready,
  });
  return {
    name,
    part,
    killed: async () => {
      await part.end('SIGKILL');
      const began = performance.now();
      await part.start();
      return performance.now() - began;
    },
    rolled: async () => {
      const code = await part.end('SIGTERM');
      await part.start();
      return code;
    },
  };
}
