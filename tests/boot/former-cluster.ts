import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import pg from 'pg';
import { ensureDatabase } from '../../scripts/lib/demo-database.mjs';
import { startCluster } from '../../scripts/lib/postgres/cluster.mjs';
import { secretsOf } from '../../scripts/lib/secrets.mjs';
import { migrateOn } from '../../scripts/prepare';
import { registry } from '../../workflows/registry';
import { testEnv } from '../kit/services';
import { makeProduct, type BootProduct } from './product';

export interface Ended {
  readonly code: number | null;
  readonly text: string;
}

export interface Asked {
  readonly words?: readonly string[];
  /** What it says when it gets SIGKILL. */
  readonly killedAt?: string;
  /** At these words the file system below `disk` shrinks to what is used and `room` bytes more, before it goes on. */
  readonly full?: { readonly at: string; readonly disk: string; readonly room: number };
  readonly env?: Readonly<Record<string, string>>;
}

export interface UpgradeProduct extends BootProduct {
  /** Runs `npm run upgrade:postgres` on a data folder to its end. */
  upgrade(dataDir: string, asked?: Asked): Promise<Ended>;
}

/** The command, once what it runs is installed and built. */
const command = `import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { oneLine, say } from './scripts/lib/say.mjs';
import { upgradeData } from './scripts/lib/upgrade-data.mjs';
const { at, disk, room } = JSON.parse(process.env.FULL ?? '{}');
const shrink = () => {
  // A server that writes in between makes the disk too small for what is on it: then once more.
  for (let tries = 100; tries > 0; tries -= 1) {
    const { blocks, bfree, bsize } = statfsSync(disk);
    const { status } = spawnSync('mount', ['-o', 'remount,size=' + ((blocks - bfree) * bsize + room), disk]);
    if (status === 0) return;
  }
  process.exit(9);
};
const { signal } = new AbortController();
await upgradeData(process.argv.slice(2), {
  node: process.execPath,
  signal,
  say: (line) => {
    say(line);
    if (at && line.includes(at)) shrink();
  },
}).catch((error) => {
  say(oneLine(error));
  process.exitCode = 1;
});
`;

export async function makeUpgradeProduct(): Promise<UpgradeProduct> {
  const product = await makeProduct();
  await build({
    entryPoints: ['scripts/entries/take-over.ts'],
    outdir: path.join(product.root, 'build', 'server'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  writeFileSync(path.join(product.root, 'upgrade.mjs'), command);
  return { ...product, upgrade: (dataDir, asked = {}) => upgrade(product.root, dataDir, asked) };
}

function upgrade(root: string, dataDir: string, asked: Asked): Promise<Ended> {
  const { words = [], killedAt, full, env = {} } = asked;
  const child = spawn(process.execPath, ['upgrade.mjs', ...words], {
    cwd: root,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      ...(full ? { FULL: JSON.stringify(full) } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      text += piece.toString();
      if (killedAt && text.includes(killedAt)) child.kill('SIGKILL');
    });
  return new Promise((resolve) =>
    child.once('exit', (code) => resolve({ code, text: text.trim() })),
  );
}

const passwordOf = (dataDir: string) => ({ password: secretsOf(dataDir).POSTGRES_PASSWORD ?? '' });

/** A database with something in it that every kind of text, of bytes and of time has to survive. */
export async function fillFormer(
  dataDir: string,
  cluster: string,
  server: { bin: string; major: string },
): Promise<unknown[]> {
  const former = await startCluster({ dataDir: cluster, ...passwordOf(dataDir), server });
  try {
    await ensureDatabase(former.url('postgres'));
    const url = former.url('clinic');
    await migrateOn(testEnv(url, dataDir), registry);
    const client = new pg.Client(url);
    await client.connect();
    await client.query(
      `insert into platform.setting select 'sample.' || n, to_jsonb(E'Tab\\t, \\\\, \\n Işık ' || n), 'x', now()
       from generate_series(1, 20000) as n`,
    );
    await client.query(
      `insert into migrations.restored (backup, taken_at) values ('not opened', now())`,
    );
    await client.query(
      `insert into pgboss.job_common (name, data, start_after)
       values ('flow.timer', '{"waits": true}', now() + interval '1 day')`,
    );
    await client.end();
    return await rowsOf(url);
  } finally {
    await former.stop(60_000);
  }
}

/** What {@link fillFormer} wrote, read on a server of this product's version that is started for it. */
export async function rowsIn(dataDir: string, cluster: string): Promise<unknown[]> {
  const server = await startCluster({ dataDir: cluster, ...passwordOf(dataDir) });
  try {
    return await rowsOf(server.url('clinic'));
  } finally {
    await server.stop();
  }
}

/** What must be there afterwards as it was: rows, a job that waits, and that it waits to be opened. */
async function rowsOf(url: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query(
      `select (select md5(string_agg(s::text, '' order by key)) from platform.setting s) as settings,
         (select json_agg(r) from migrations.restored r) as held,
         (select json_agg(j order by id) from pgboss.job_common j) as jobs`,
    );
    return rows;
  } finally {
    await client.end();
  }
}
