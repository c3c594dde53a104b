import {
  existsSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keptOf, nextOf } from '../../scripts/lib/postgres/exchange-folders.mjs';
import { clusterFolder } from '../../scripts/lib/postgres/place.mjs';
import { olderPrograms } from '../../scripts/lib/optional-programs.mjs';
import { bytesAndHash } from '../../quality/trials/new-postgres/outside';
import {
  fillFormer,
  makeUpgradeProduct,
  rowsIn,
  type Asked,
  type UpgradeProduct,
} from './former-cluster';

// Several servers beside other tests: what takes seconds alone may take minutes.
describe('npm run upgrade:postgres', { timeout: 300_000 }, () => {
  let product: UpgradeProduct;
  const upgrade = (dataDir: string, asked?: Asked) => product.upgrade(dataDir, asked);
  beforeAll(async () => {
    product = await makeUpgradeProduct();
  }, 120_000);
  afterEach(() => product.stop());
  afterAll(() => product.remove());

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

  it('says that the disk is full where npm has no room for the older programs', async () => {
    const dataDir = folderOf('1', 'npm');
    const bin = path.join(product.root, 'bin');
    mkdirSync(bin);
    const fullDisk = '#!/bin/sh\necho "npm error code ENOSPC" >&2\nexit 1\n';
    writeFileSync(path.join(bin, 'npm'), fullDisk, { mode: 0o755 });
    const env = { PATH: `${bin}:${process.env.PATH}` };
    expect(await upgrade(dataDir, { env })).toEqual({
      code: 1,
      text: 'The disk is full. Make room and start again.',
    });
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

    expect(await rowsIn(dataDir, cluster)).toEqual(written);
  });
});

const someKeys = Object.fromEntries(
  ['OTP_HMAC_KEYS', 'OTP_CIPHER_KEYS', 'STAFF_CIPHER_KEYS'].map((name) => [name, 'k'.repeat(43)]),
);
