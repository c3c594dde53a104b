import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askArchive } from '#modules/leaving';
import { newId } from '#platform/base/ids';
import { memoryStorage } from '../../tests/kit/ports';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { requestWithPhotos } from '../../tests/kit/shown-photos';
import { makeArchiveHandler } from './make-archive';

const store = memoryStorage();
let breaks = false;
let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices({
    ports: {
      storage: {
        ...store,
        get: async (key) => {
          const found = await store.get(key);
          return found && breaks ? { ...found, body: breakingOff() } : found;
        },
      },
    },
  });
});
afterAll(() => kit.close());

/** Some bytes, and then the store is gone. */
function breakingOff(): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from('some');
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error('the store is gone');
    })(),
  );
}

it('fails as a job where what it reads breaks off, and makes the archive once it does not', async () => {
  const { patient } = await requestWithPhotos(kit.ctx());
  const { _id: archiveId } = await askArchive(patient.ctx);
  const job = { id: newId(), payload: { archiveId }, attempt: 1 };
  const make = () =>
    makeArchiveHandler(kit.ctx(), { ...job, signal: new AbortController().signal });
  breaks = true;
  await expect(make()).rejects.toThrow('the store is gone');
  breaks = false;
  await make();
  const { rows } = await kit.services.database.pool.query(
    'select status from leaving.archive where id = $1',
    [archiveId],
  );
  expect(rows).toEqual([{ status: 'ready' }]);
}, 20_000);
