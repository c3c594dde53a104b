import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canMount, olderPrograms } from '../../scripts/lib/optional-programs.mjs';
import { keptOf } from '../../scripts/lib/postgres/exchange-folders.mjs';
import { clusterFolder } from '../../scripts/lib/postgres/place.mjs';
import { bytesAndHash } from '../../quality/trials/new-postgres/outside';
import { fillFormer, makeUpgradeProduct, rowsIn, type UpgradeProduct } from './former-cluster';

const older = olderPrograms();
const megabyte = 2 ** 20;
/** In memory; only what is written takes any. */
const roomy = 'size=2g';
const fullDisk = 'The disk is full. Make room and start again.';

// Several servers beside other tests: what takes seconds alone may take minutes.
describe.skipIf(!older || !canMount())(
  'npm run upgrade:postgres on a disk that runs full',
  { timeout: 600_000 },
  () => {
    let [product, disk] = [undefined as unknown as UpgradeProduct, ''];
    beforeAll(async () => {
      product = await makeUpgradeProduct();
      disk = mkdtempSync(path.join(os.tmpdir(), 'clinic-disk-'));
      spawnSync('mount', ['-t', 'tmpfs', '-o', roomy, 'tmpfs', disk]);
      // PostgreSQL runs as another user when root runs the tests: that user must be able to enter.
      chmodSync(disk, 0o755);
    }, 120_000);
    afterAll(async () => {
      spawnSync('umount', [disk]);
      rmSync(disk, { recursive: true, force: true });
      await product.remove();
    });

    it('says so, leaves everything as it was, and succeeds once there is room', async () => {
      const dataDir = path.join(disk, 'data');
      mkdirSync(dataDir);
      const cluster = clusterFolder(dataDir);
      const written = await fillFormer(dataDir, cluster, older!);
      const before = bytesAndHash(cluster);
      const words = ['--old-bin', older!.bin];
      const there = readdirSync(dataDir).sort();

      const { bytes } = before;
      for (const [when, at, room] of [
        ['copying', 'Copying', bytes / 2],
        ['making the new cluster', 'Copying', bytes + 12 * megabyte],
        ['filling the new cluster', 'Copying', bytes + 60 * megabyte],
        ['checking', 'taken over', 0],
        ['ending the servers', 'Checked', 0],
      ] as const) {
        const full = { at, disk, room: Math.floor(room) };
        const { code, text } = await product.upgrade(dataDir, { words, full });
        spawnSync('mount', ['-o', `remount,${roomy}`, disk]);
        expect(text.split('\n').at(-1), when).toBe(fullDisk);
        expect(code, when).toBe(1);
        expect(bytesAndHash(cluster).hash, when).toBe(before.hash);
        expect(readdirSync(dataDir).sort(), when).toEqual(there);
      }

      expect(await product.upgrade(dataDir, { words })).toMatchObject({
        code: 0,
        text: expect.stringContaining('npm start goes on with it') as string,
      });
      expect(existsSync(`${cluster}.upgrade`)).toBe(false);
      expect(bytesAndHash(keptOf(cluster, older!.major)).hash).toBe(before.hash);
      expect(await rowsIn(dataDir, cluster)).toEqual(written);
    });
  },
);
