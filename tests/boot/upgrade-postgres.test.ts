import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureDatabase } from '../../scripts/lib/demo-database.mjs';
import { startCluster } from '../../scripts/lib/postgres/cluster.mjs';
import { keptOf, nextOf } from '../../scripts/lib/postgres/exchange-folders.mjs';
import { clusterFolder } from '../../scripts/lib/postgres/place.mjs';
import { olderPrograms } from '../../scripts/lib/optional-programs.mjs';
import { secretsOf } from '../../scripts/lib/secrets.mjs';
import { migrateOn } from '../../scripts/prepare';
import { bytesAndHash } from '../../trials/new-postgres/outside';
import { registry } from '../../workflows/registry';
import { testEnv } from '../kit/services';
import { makeProduct, type BootProduct } from './product';

interface Ended {
  readonly code: number | null;
  readonly text: string;
}

// Several servers beside other tests: what takes seconds alone may take minutes.
describe('npm run upgrade:postgres', { timeout: 300_000 }, () => {
  let product: BootProduct;
  beforeAll(async () => {
    product = await makeProduct();
    await build({
      entryPoints: ['scripts/entries/take-over.ts'],
      outdir: path.join(product.root, 'build', 'server'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'error',
    });
    // As the command, once what it runs is installed and built.
    writeFileSync(
      path.join(product.root, 'upgrade.mjs'),
      `import { oneLine, say } from './scripts/lib/say.mjs';
      import { upgradeData } from './scripts/lib/upgrade-data.mjs';
      const { signal } = new AbortController();
      await upgradeData(process.argv.slice(2), { node: process.execPath, say, signal }).catch((error) => {
        say(oneLine(error));
        process.exitCode = 1;
      });`,
    );
  }, 120_000);
  afterEach(() => product.stop());
  afterAll(() => product.remove());

  /** `killedAt`: what it says when it gets SIGKILL. */
  const upgrade = (
    dataDir: string,
    { words = [], killedAt, env = {} }: Asked = {},
  ): Promise<Ended> => {
    const child = spawn(process.execPath, ['upgrade.mjs', ...words], {
      cwd: product.root,
      env: { NODE_ENV: 'production', PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
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
  };

  /** What only looks like the folder of a version. */
  const folderOf = (version: string, name: string): string => {
    const dataDir = path.join(product.root, name);
    const cluster = path.join(dataDir, 'postgres');
    for (const inner of ['global', 'pg_wal', 'pg_tblspc'])
      mkdirSync(path.join(cluster, inner), { recursive: true });
    writeFileSync(path.join(cluster, 'PG_VERSION'), `${version}\n`);
    writeFileSync(path.join(cluster, 'global', 'pg_control'), '');
    writeFileSync(path.join(dataDir, 'secrets.json'), '{"POSTGRES_PASSWORD":"known"}');
    return dataDir;
  };
  const clusterIn = (dataDir: string): string => path.join(dataDir, 'postgres');

  it.each<[name: string, words: string, prepare: (name: string) => string, asked?: Asked]>([
    [
      'a folder without a database',
      'holds no database',
      (name) => (mkdirSync(path.join(product.root, name)), path.join(product.root, name)),
    ],
    ['no folder at all', 'holds no database', (name) => path.join(product.root, name)],
    [
      'a newer version',
      'was written by PostgreSQL 99, this product brings 18. Start the version of the product',
      (name) => folderOf('99', name),
    ],
    [
      'too small a disk',
      'Not enough room',
      (name) => {
        const dataDir = folderOf('15', name);
        const file = path.join(clusterIn(dataDir), 'global', 'large');
        writeFileSync(file, '');
        // Of holes alone: it takes no room itself.
        truncateSync(file, 8 * 2 ** 40);
        return dataDir;
      },
    ],
    [
      'a folder that was kept before',
      'is there from an earlier upgrade',
      (name) => {
        const dataDir = folderOf('15', name);
        mkdirSync(keptOf(clusterIn(dataDir), '15'));
        return dataDir;
      },
    ],
    [
      'a folder that leads elsewhere',
      'leads to other folders',
      (name) => {
        const dataDir = folderOf('15', name);
        symlinkSync('/', path.join(clusterIn(dataDir), 'pg_tblspc', '1'));
        return dataDir;
      },
    ],
    [
      'programs that are none',
      'holds no program "postgres"',
      (name) => folderOf('15', name),
      { words: ['--old-bin', '/'] },
    ],
    [
      'programs that nobody has',
      'npm run upgrade:postgres -- --old-bin',
      (name) => folderOf('1', name),
      { env: { PATH: '/nowhere' } },
    ],
    [
      'a server of one’s own',
      'DATABASE_URL',
      (name) => folderOf('15', name),
      { env: { TEST_DATABASE_URL: 'postgres://127.0.0.1:1/x', ...someKeys } },
    ],
    ['other words', 'Usage:', (name) => folderOf('15', name), { words: ['--new'] }],
  ])('refuses %s in one line', async (name, words, prepare, asked) => {
    const dataDir = prepare(name.replace(/ /g, '-'));
    const before = existsSync(clusterIn(dataDir)) && name !== 'too small a disk';
    const hash = before && bytesAndHash(clusterIn(dataDir)).hash;
    const { code, text } = await upgrade(dataDir, asked);
    expect(code).toBe(1);
    expect(text.split('\n')).toHaveLength(1);
    expect(text).toContain(words);
    expect(before && bytesAndHash(clusterIn(dataDir)).hash).toBe(hash);
    expect(existsSync(`${clusterIn(dataDir)}.upgrade`)).toBe(false);
  });

  it('refuses while the product runs, and has nothing to do where the version is this one', async () => {
    const dataDir = path.join(product.root, 'running');
    const run = product.run({ DATA_DIR: dataDir });
    await run.until(/Ready:/);
    expect(await upgrade(dataDir)).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^Already running from .*\/running: process \d+/) as string,
    });
    run.child.kill('SIGTERM');
    await run.exited;
    expect(await upgrade(dataDir)).toMatchObject({
      code: 0,
      text: expect.stringContaining('nothing to do') as string,
    });
  });

  it('goes on where an exchange of folders was killed between its steps', async () => {
    const dataDir = path.join(product.root, 'between');
    const start = async () => {
      const run = product.run({ DATA_DIR: dataDir });
      await run.until(/Ready:/);
      run.child.kill('SIGTERM');
      await run.exited;
      return run.output();
    };
    expect(await start()).toContain('Migrated');
    const cluster = clusterFolder(dataDir);
    renameSync(cluster, nextOf(cluster));
    expect(await start()).not.toContain('Migrated');
  });

  const older = olderPrograms();
  it.skipIf(!older)('takes an older database along, however often it is killed', async () => {
    const dataDir = path.join(product.root, 'older');
    mkdirSync(dataDir);
    const cluster = clusterFolder(dataDir);
    const written = await fillFormer(dataDir, cluster, older!);
    const before = bytesAndHash(cluster).hash;

    const refused = product.run({ DATA_DIR: dataDir });
    expect((await refused.exited).code).toBe(1);
    expect(refused.output()).toContain('npm run upgrade:postgres');

    const words = ['--old-bin', older!.bin];
    for (const killedAt of ['Copying', 'taken over']) {
      expect((await upgrade(dataDir, { words, killedAt })).code, killedAt).toBe(null);
      expect(bytesAndHash(cluster).hash, killedAt).toBe(before);
    }
    const { code, text } = await upgrade(dataDir, { words });
    expect(text).toContain('npm start goes on with it');
    expect(code).toBe(0);
    expect(existsSync(`${cluster}.upgrade`)).toBe(false);
    expect(bytesAndHash(keptOf(cluster, older!.major)).hash).toBe(before);

    const server = await startCluster({ dataDir: cluster, ...passwordOf(dataDir) });
    try {
      expect(await rowsOf(server.url('clinic'))).toEqual(written);
    } finally {
      await server.stop();
    }
  });
});

interface Asked {
  readonly words?: string[];
  readonly killedAt?: string;
  readonly env?: Record<string, string>;
}

const someKeys = Object.fromEntries(
  ['OTP_HMAC_KEYS', 'OTP_CIPHER_KEYS', 'STAFF_CIPHER_KEYS'].map((name) => [name, 'k'.repeat(43)]),
);

const passwordOf = (dataDir: string) => ({ password: secretsOf(dataDir).POSTGRES_PASSWORD ?? '' });

/** A database with something in it that every kind of text, of bytes and of time has to survive. */
async function fillFormer(
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

/** What must be there afterwards as it was: rows, a job that waits, and that nobody has opened it yet. */
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
