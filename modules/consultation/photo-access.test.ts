import { accountHolder } from '#platform/base/actor';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTransaction } from '#engine';
import { days, minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import type { Storage } from '#platform/ports/storage';
import { sweepPhotos } from './commands/photos.server';
import * as consultation from './index.server';
import { jpegPhoto, patientActor } from './testing';
import { auditOf } from '../../tests/kit/audit';
import { advance, resetClock, setClock } from '../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
let storage: Storage;
beforeAll(async () => {
  kit = await createTestServices();
  ({ storage } = kit.ports);
});
beforeEach(() => {
  (kit.services.ports as { storage: unknown }).storage = storage;
  return resetClock(kit.services);
});
afterAll(() => kit.close());

const someClinic = () =>
  kit.ctx({
    kind: 'clinic',
    id: newId(),
    member: accountHolder(newId()),
    phone: '+902120000000',
    approved: true,
    sessionId: newId(),
  });
const maySee = () => Promise.resolve({ clinicName: 'Galata Dental' });

async function shownPhoto(leadId = newId()) {
  const patient = kit.ctx(patientActor());
  const { id } = await consultation.addPhoto(patient, {
    bytes: await jpegPhoto(),
    name: 'Zweigelt.jpg',
    toDraft: false,
  });
  await withTransaction(patient, (tx) => consultation.claimPhotos(tx, { photoIds: [id], leadId }));
  return { id, leadId, patient };
}

const open = async (
  ctx: ReturnType<typeof someClinic>,
  id: string,
  see = maySee as consultation.MaySee,
) => {
  const { body, ...rest } = await consultation.openPhotoAsClinic(ctx, {
    id,
    size: 'thumb',
    maySee: see,
  });
  return { ...rest, content: await buffer(body) };
};
const rowsOf = async <T>(table: 'photo_view' | 'photo_copy', id: string): Promise<T[]> => {
  const { rows } = await kit.services.database.pool.query(
    `select * from consultation.${table} where photo_id = $1`,
    [id],
  );
  return rows as T[];
};
const timesOf = async (id: string): Promise<number[]> =>
  (await rowsOf<{ times: number }>('photo_view', id)).map(({ times }) => times);
const keysOf = async (prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys;
};

describe('a view', () => {
  it('is in the audit log once per clinic, photo and hour', async () => {
    const [{ id }, one, other] = [await shownPhoto(), someClinic(), someClinic()];
    await setClock(kit.services, new Date('2027-03-01T10:58:00Z'));
    await open(one, id);
    await open(other, id);
    await open(one, id);
    await advance(kit.services, minutes(3));
    await Promise.all(Array.from({ length: 5 }, () => open(one, id)));
    const entries = await auditOf(kit, 'consultation.photo-viewed');
    expect(entries.filter((e) => e.object_id === id).map((e) => [e.actor, e.facts.times])).toEqual([
      [`clinic:${one.actor.id}`, 1],
      [`clinic:${other.actor.id}`, 1],
      [`clinic:${one.actor.id}`, 3],
    ]);
    expect((await timesOf(id)).sort()).toEqual([1, 7]);
  });

  it('is counted when its bytes are asked for, also when nothing of them leaves', async () => {
    const [{ id }, clinic] = [await shownPhoto(), someClinic()];
    await open(clinic, id);
    const counted: number[][] = [];
    const dying: Storage = {
      ...storage,
      get: async (key) => {
        if (!key.startsWith('photo-copy/')) return storage.get(key);
        // Another connection sees it: it is committed, whatever becomes of this process now.
        counted.push(await timesOf(id));
        throw new AppError('unavailable');
      },
    };
    (kit.services.ports as { storage: unknown }).storage = dying;
    await expect(open(clinic, id)).rejects.toMatchObject({ code: 'unavailable' });
    expect(counted).toEqual([[2]]);
    expect(await timesOf(id)).toEqual([2]);
  });

  it('is none when nothing could be drawn', async () => {
    const [{ id }, clinic] = [await shownPhoto(), someClinic()];
    for (const key of await keysOf('photo/')) await storage.remove(key);
    await expect(open(clinic, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await timesOf(id)).toEqual([]);
  });

  it('belongs to the request that the photo was of: it may be sent again with another', async () => {
    const [{ id, leadId, patient }, clinic] = [await shownPhoto(), someClinic()];
    await open(clinic, id);
    await withTransaction(patient, async (tx) => {
      await consultation.takeBackPhotos(tx, { leadId });
    });
    await expect(open(clinic, id)).rejects.toMatchObject({ code: 'not_found' });
    const again = newId();
    await withTransaction(patient, (tx) =>
      consultation.claimPhotos(tx, { photoIds: [id], leadId: again }),
    );
    await open(clinic, id);
    for (const of of [leadId, again])
      expect((await consultation.photoViewsOf(patient, { leadId: of })).views).toMatchObject([
        { clinicId: clinic.actor.id, photoId: id, times: 1 },
      ]);
  });
});

describe('a clinic’s copy', () => {
  it('names the day of the first view, also when it is made again', async () => {
    const [{ id }, clinic] = [await shownPhoto(), someClinic()];
    await setClock(kit.services, new Date('2027-03-01T23:30:00Z'));
    const { name } = await open(clinic, id);
    expect(name).toBe('photo.jpg');
    await advance(kit.services, days(40));
    expect((await sweepPhotos(kit.ctx())).copies).toBeGreaterThan(0);
    expect(await rowsOf('photo_copy', id)).toEqual([]);
    await open(clinic, id);
    const { rows } = await kit.services.database.pool.query(
      'select day::text from consultation.photo_copy where photo_id = $1',
      [id],
    );
    expect(rows).toEqual([{ day: '2027-03-01' }]);
    expect(await timesOf(id)).toEqual([2]);
  });

  it('goes 30 days after the last view, with its files', async () => {
    const [{ id }, clinic] = [await shownPhoto(), someClinic()];
    await open(clinic, id);
    const [{ storage_key: key }] = (await rowsOf<{ storage_key: string }>('photo_copy', id)) as [
      { storage_key: string },
    ];
    await advance(kit.services, days(29));
    await open(clinic, id);
    await advance(kit.services, days(29));
    await sweepPhotos(kit.ctx());
    expect(await storage.get(`${key}/thumb`)).not.toBeNull();
    await advance(kit.services, days(2));
    await sweepPhotos(kit.ctx());
    for (const size of ['thumb', 'medium', 'full'])
      expect(await storage.get(`${key}/${size}`)).toBeNull();
    expect(await timesOf(id)).toEqual([2]);
  });

  it('is made anew when its files are lost', async () => {
    const [{ id }, clinic] = [await shownPhoto(), someClinic()];
    const first = await open(clinic, id);
    const [{ storage_key: key }] = (await rowsOf<{ storage_key: string }>('photo_copy', id)) as [
      { storage_key: string },
    ];
    for (const size of ['thumb', 'medium', 'full']) await storage.remove(`${key}/${size}`);
    expect((await open(clinic, id)).content).toEqual(first.content);
    const { rows } = await kit
      .ctx()
      .db.execute(
        sql`select count(*)::int as n from consultation.photo_copy where photo_id = ${id}`,
      );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('is not kept for a clinic that loses the photo while it is drawn', async () => {
    const [{ id }, clinic] = [await shownPhoto(), someClinic()];
    const before = await keysOf('photo-copy/');
    let asked = 0;
    const once: consultation.MaySee = async () => {
      asked += 1;
      return asked === 1 ? { clinicName: 'Galata Dental' } : null;
    };
    await expect(open(clinic, id, once)).rejects.toMatchObject({ code: 'not_found' });
    expect(asked).toBe(3);
    expect(await rowsOf('photo_copy', id)).toEqual([]);
    expect(await keysOf('photo-copy/')).toEqual(before);
    expect(await timesOf(id)).toEqual([]);
  });

  it('goes when the request ends, but for the one that was chosen, and with the photo', async () => {
    const [{ id, leadId, patient }, chosen, other] = [
      await shownPhoto(),
      someClinic(),
      someClinic(),
    ];
    for (const clinic of [chosen, other]) await open(clinic, id);
    for (let n = 0; n < 2; n += 1)
      await consultation.removeCopies(kit.ctx(), { leadId, keptBy: chosen.actor.id });
    const left = await rowsOf<{ clinic_id: string; storage_key: string }>('photo_copy', id);
    expect(left.map((row) => row.clinic_id)).toEqual([chosen.actor.id]);
    expect(await keysOf(left[0]!.storage_key)).toHaveLength(3);
    await patient.db.execute(sql`delete from consultation.photo where id = ${id}`);
    expect(await rowsOf('photo_copy', id)).toEqual([]);
    // Files are young for the sweep by the clock of the store.
    await advance(kit.services, days(1));
    await sweepPhotos(kit.ctx());
    expect(await keysOf(left[0]!.storage_key)).toEqual([]);
  });
});
