import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#platform/base/ids';
import { openPlace, type Place } from '#platform/config/places';
import type { Storage } from '#platform/ports/storage';
import { takeBackup } from '../../scripts/backup/take-backup';
import { createQueuedServices } from '../kit/identity';
import type { TestServices } from '../kit/services';

let kit: TestServices;
const folder = mkdtempSync(path.join(os.tmpdir(), 'clinic-backup-'));
beforeAll(async () => {
  kit = await createQueuedServices();
});
afterAll(async () => {
  await kit.close();
  rmSync(folder, { recursive: true, force: true });
});

it('has a file that came while the others were copied and went while the rows were', async () => {
  const { env, ports } = kit.services;
  const { storage } = ports;
  const [there, coming] = [`attachment/${newId()}`, `attachment/${newId()}`];
  await storage.put(there, Buffer.from('there'), 'application/pdf');
  let [came, went] = [false, false];
  const changing: Storage = {
    ...storage,
    list: async function* (prefix) {
      yield* storage.list(prefix);
      if (!came) await storage.put(coming, Buffer.from('came'), 'application/pdf');
      came = true;
    },
  };
  const within = openPlace(env, folder);
  const place: Place = {
    ...within,
    write: async (name, bytes) => {
      if (!went && name.includes('/tables/')) {
        went = true;
        await storage.remove(coming);
      }
      return within.write(name, bytes);
    },
  };
  const { files } = await takeBackup({ env, storage: changing, place, seal: (plain) => plain });
  expect([came, went]).toEqual([true, true]);
  expect(files.count).toBe(2);
});
