import { withTransaction } from '#engine';
import { sql } from 'drizzle-orm';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CtxOf } from '#platform/context';
import { days, hours } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { openStorage } from '#platform/ports/open-storage';
import { writeSetting } from '#platform/settings/settings';
import { advance, resetClock } from '../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import * as consultation from './index.server';
import { photoQuota, sweepPhotos } from './commands/photos.server';
import { jpegPhoto, patientActor } from './testing';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
  (kit.services.ports as { storage: unknown }).storage = openStorage(kit.services.env);
});
afterAll(() => kit.close());

const asPatient = (): CtxOf<'patient'> => kit.ctx(patientActor());
const add = async (
  ctx: CtxOf<'patient'>,
  more: { seed?: number; toDraft?: boolean; name?: string } = {},
) =>
  consultation.addPhoto(ctx, {
    bytes: await jpegPhoto(more.seed),
    name: more.name ?? 'photo.jpg',
    toDraft: more.toDraft ?? false,
  });
const claim = (ctx: CtxOf<'patient'>, photoIds: string[], leadId = newId()) =>
  withTransaction(ctx, (tx) => consultation.claimPhotos(tx, { photoIds, leadId }));
const filesOf = async (ctx: CtxOf<'patient'>): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ storage_key: string }>(
    sql`select storage_key from consultation.photo where owner_id = ${ctx.actor.id}`,
  );
  return rows.map((row) => row.storage_key);
};

describe('a photo', () => {
  it('is read by its owner in every size, and by nobody else', async () => {
    const [mine, theirs] = [asPatient(), asPatient()];
    const { id } = await add(mine);
    for (const size of ['thumb', 'medium', 'full'] as const) {
      const { body, bytes, type } = await consultation.openPhoto(mine, { id, size });
      expect((await buffer(body)).length).toBe(bytes);
      expect(type).toBe('image/jpeg');
      const answerFor = (photoId: string): Promise<unknown> =>
        consultation.openPhoto(theirs, { id: photoId, size }).catch((error: unknown) => error);
      const refusal = await answerFor(id);
      expect(refusal).toMatchObject({ code: 'not_found' });
      expect(refusal).toEqual(await answerFor(newId()));
    }
    await expect(consultation.removePhoto(theirs, { id })).rejects.toMatchObject({
      code: 'not_found',
    });
    await consultation.openPhoto(mine, { id, size: 'thumb' }).then(({ body }) => body.destroy());
  });

  it('goes with its files when its owner removes it', async () => {
    const ctx = asPatient();
    const { id } = await add(ctx);
    const [key] = await filesOf(ctx);
    await consultation.removePhoto(ctx, { id });
    await expect(consultation.removePhoto(ctx, { id })).rejects.toMatchObject({
      code: 'not_found',
    });
    for (const size of ['thumb', 'medium', 'full'])
      expect(await ctx.services.ports.storage.get(`${key}/${size}`)).toBeNull();
  });

  it.each([
    ['../../etc/passwd', '../../etc/passwd'],
    ['..\\\\..\\\\x.exe', '..\\\\..\\\\x.exe'],
    ['CON', 'CON'],
    ['a\u202egpj.exe\u0000', 'agpj.exe'],
    ['  two\nlines ', 'two lines'],
    ['👩‍⚕️'.repeat(100), null],
    ['x'.repeat(300), 'x'.repeat(150)],
  ])('keeps the name %j as words only', async (name, kept) => {
    const ctx = asPatient();
    const photo = await add(ctx, { name });
    if (kept !== null) expect(photo.name).toBe(kept);
    expect([...photo.name].length).toBeLessThanOrEqual(150);
    expect(await filesOf(ctx)).toEqual([expect.stringMatching(/^photo\/[0-9a-f-]{36}$/)]);
  });

  it('is good for one lead, of its uploader', async () => {
    const [mine, theirs] = [asPatient(), asPatient()];
    const [one, two] = [await add(mine), await add(mine, { seed: 2 })];
    const refused = {
      code: 'validation_failed',
      details: { fields: { photos: expect.any(Array) as unknown } },
    };
    await expect(claim(theirs, [one.id])).rejects.toMatchObject(refused);
    await expect(claim(mine, [one.id, newId()])).rejects.toMatchObject(refused);
    const leadId = newId();
    await claim(mine, [two.id, one.id, one.id], leadId);
    await expect(claim(mine, [one.id])).rejects.toMatchObject(refused);
    expect((await consultation.photosOfLead(mine, { leadId })).map(({ id }) => id)).toEqual([
      one.id,
      two.id,
    ]);
    await expect(consultation.removePhoto(mine, { id: one.id })).rejects.toMatchObject({
      code: 'event_refused',
    });
    (await consultation.openPhoto(mine, { id: one.id, size: 'full' })).body.destroy();
  });

  it('is claimed once by fifty leads at once', async () => {
    const ctx = asPatient();
    const { id } = await add(ctx);
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => claim(ctx, [id])));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('limits', () => {
  it('ten photos in a draft, also when twelve arrive at once', async () => {
    const ctx = asPatient();
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, seed) => add(ctx, { seed, toDraft: true })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect((await consultation.readDraft(ctx))?.photos).toHaveLength(10);
    expect(await filesOf(ctx)).toHaveLength(10);
  });

  it.each([
    ['files', { files: 2, bytes: 1_000_000_000 }, 2],
    ['bytes', { files: 60, bytes: 60_000 }, 1],
  ])('the quota of %s holds for parallel uploads', async (_name, quota, fit) => {
    const ctx = asPatient();
    await writeSetting(kit.ctx(), photoQuota, quota);
    const one = await add(ctx);
    const { rows } = await ctx.db.execute<{ bytes: string }>(
      sql`select bytes from consultation.photo where id = ${one.id}`,
    );
    if (quota.files === 60)
      await writeSetting(kit.ctx(), photoQuota, {
        files: 60,
        bytes: Math.ceil(Number(rows[0]!.bytes) * 1.5),
      });
    await Promise.allSettled(Array.from({ length: 6 }, () => add(ctx)));
    expect(await filesOf(ctx)).toHaveLength(fit);
    await writeSetting(kit.ctx(), photoQuota, { files: 60, bytes: 200 * 1024 * 1024 });
  });

  it.each(['storage_full', 'unavailable'])(
    'a store that says %s leaves no row and no file',
    async (code) => {
      const storage = openStorage(kit.services.env);
      let puts = 0;
      const failing = {
        ...storage,
        put: (...args: Parameters<typeof storage.put>) => {
          puts += 1;
          return puts === 2 ? Promise.reject(new AppError(code)) : storage.put(...args);
        },
      };
      const services = { ...kit.services, ports: { ...kit.services.ports, storage: failing } };
      const ctx: CtxOf<'patient'> = { ...asPatient(), services };
      const before = await keysIn(kit);
      await expect(add(ctx)).rejects.toMatchObject({ code });
      expect(await filesOf(ctx)).toEqual([]);
      expect(await keysIn(kit)).toEqual(before);
      // The next one goes through without a restart.
      await expect(add(ctx)).resolves.toMatchObject({ name: 'photo.jpg' });
    },
  );
});

it('a connection lost during COMMIT leaves the files of a row that may be there', async () => {
  const ctx = asPatient();
  const { pool } = kit.services.database;
  const lost = Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
  const losing = {
    query: pool.query.bind(pool),
    connect: async () => {
      const client = await pool.connect();
      const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
      const failing = async (...args: unknown[]) => {
        const answer = await query(...args);
        if (args[0] === 'COMMIT') throw lost;
        return answer;
      };
      return new Proxy(client, {
        get: (target, key) =>
          key === 'query' ? failing : (Reflect.get(target, key, target) as unknown),
      });
    },
  } as typeof pool;
  const database = { ...kit.services.database, pool: losing };
  await expect(add({ ...ctx, services: { ...kit.services, database } })).rejects.toBe(lost);
  const [key] = await filesOf(ctx);
  (await ctx.services.ports.storage.get(`${key}/full`))!.body.destroy();
});

async function keysIn({ services }: TestServices): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of services.ports.storage.list('photo')) keys.push(key);
  return keys.sort();
}

describe('the sweep', () => {
  const system = () => kit.ctx({ kind: 'system', name: 'test' });

  it('removes files without a row and unfinished uploads, once they are an hour old', async () => {
    const ctx = asPatient();
    await add(ctx);
    const { storage } = kit.services.ports;
    const orphan = `photo/${newId()}/full`;
    await storage.put(orphan, Buffer.from('x'), 'image/jpeg');
    const unfinished = path.join(kit.dataDir, 'files', 'tmp', newId());
    await writeFile(unfinished, 'half');
    expect((await sweepPhotos(system())).files).toBe(0);
    await advance(kit.services, hours(2));
    expect((await sweepPhotos(system())).files).toBe(2);
    expect(await storage.get(orphan)).toBeNull();
    expect(await readdir(path.dirname(unfinished))).toEqual([]);
    const [key] = await filesOf(ctx);
    (await storage.get(`${key}/full`))!.body.destroy();
    await resetClock(kit.services);
  });

  it('removes rows without files, unless a request holds them', async () => {
    const ctx = asPatient();
    const [loose, held] = [await add(ctx), await add(ctx, { seed: 2 })];
    const leadId = newId();
    await claim(ctx, [held.id], leadId);
    for (const key of await filesOf(ctx))
      await rm(path.join(kit.dataDir, 'files', key), { recursive: true });
    await advance(kit.services, hours(2));
    expect((await sweepPhotos(system())).rowsWithoutFile).toBe(2);
    expect(await filesOf(ctx)).toHaveLength(1);
    await expect(consultation.removePhoto(ctx, { id: loose.id })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(kit.logged).toContainEqual(
      expect.objectContaining({ msg: 'consultation.photo-lost', photoId: held.id }),
    );
    await resetClock(kit.services);
  });

  it('takes a store without any file for one that is away, and keeps every row', async () => {
    const ctx = asPatient();
    await add(ctx);
    const photos = path.join(kit.dataDir, 'files', 'photo');
    await rename(photos, `${photos}-away`);
    await advance(kit.services, hours(2));
    const swept = await sweepPhotos(system());
    await rename(`${photos}-away`, photos);
    expect(swept.rowsWithoutFile).toBe(0);
    expect(await filesOf(ctx)).toHaveLength(1);
    expect(kit.logged).toContainEqual(
      expect.objectContaining({ msg: 'consultation.photo-store-empty' }),
    );
    await resetClock(kit.services);
  });

  it('removes drafts and loose photos after thirty days, and leaves what is in use', async () => {
    const [idle, busy, adding] = [asPatient(), asPatient(), asPatient()];
    await add(adding, { toDraft: true });
    await add(idle, { toDraft: true });
    await add(idle, { seed: 2 });
    const held = await add(idle, { seed: 3 });
    await claim(idle, [held.id]);
    await add(busy, { toDraft: true });
    await advance(kit.services, days(29));
    await sweepPhotos(system());
    expect(await filesOf(idle)).toHaveLength(3);
    await consultation.saveStep(busy, {
      step: 1,
      expectedVersion: 0,
      events: () => [{ type: 'choose-category', category: 'hair' }, { type: 'next' }],
    });
    await add(adding, { seed: 2, toDraft: true });
    await advance(kit.services, days(2));
    await sweepPhotos(system());
    expect((await consultation.readDraft(adding))?.photos).toHaveLength(2);
    expect(await consultation.readDraft(idle)).toBeNull();
    expect(await filesOf(idle)).toHaveLength(1);
    expect((await consultation.readDraft(busy))?.photos).toHaveLength(1);
    await resetClock(kit.services);
  });
});
