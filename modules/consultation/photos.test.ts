import { sql } from 'drizzle-orm';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorOf } from '#platform/actor';
import { transaction, type Ctx } from '#platform/context';
import { days, hours } from '#platform/duration';
import { AppError } from '#platform/errors';
import { newId } from '#platform/ids';
import { openStorage } from '#platform/ports/open-storage';
import { writeSetting } from '#platform/settings';
import { advance, resetClock } from '../../tests/kit/clock';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import * as consultation from './index.server';
import { jpegPhoto, patientActor, picture } from './testing';

type Patient = Ctx<ActorOf<'patient'>>;
let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
  (kit.services.ports as { storage: unknown }).storage = openStorage(kit.services.env);
});
afterAll(() => kit.close());

const asPatient = (): Patient => kit.ctx(patientActor());
const add = async (ctx: Patient, more: { seed?: number; toDraft?: boolean; name?: string } = {}) =>
  consultation.addPhoto(ctx, {
    bytes: await jpegPhoto(more.seed),
    name: more.name ?? 'photo.jpg',
    toDraft: more.toDraft ?? false,
  });
const claim = (ctx: Patient, photoIds: string[], leadId = newId()) =>
  transaction(ctx, (tx) => consultation.claimPhotos(tx, { photoIds, leadId }));
let hashes = 0;
const setHash = (id: string, hash: bigint) =>
  kit
    .ctx()
    .db.execute(
      sql`update consultation.photo set picture_hash = ${hash.toString(16).padStart(16, '0')} where id = ${id}`,
    );
const filesOf = async (ctx: Patient): Promise<string[]> => {
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

  it('is recognised with another person, as the same file and as the same picture', async () => {
    const [mine, theirs, third] = [asPatient(), asPatient(), asPatient()];
    const original = await add(mine, { seed: 5 });
    const seen = (ctx: Patient, id: string) => consultation.photoSeenWithAnotherPerson(ctx, [id]);
    const same = await add(theirs, { seed: 5 });
    expect(await seen(theirs, same.id)).toBe(false);
    await claim(mine, [original.id]);
    expect(await seen(theirs, same.id)).toBe(true);
    const smaller = await consultation.addPhoto(third, {
      bytes: await picture(5, { width: 320, height: 240 }).png().toBuffer(),
      name: 'again.png',
      toDraft: false,
    });
    expect(await seen(third, smaller.id)).toBe(true);
    expect(await seen(third, (await add(third, { seed: 6 })).id)).toBe(false);
    expect(await seen(mine, (await add(mine, { seed: 5 })).id)).toBe(false);
    expect(await consultation.photoSeenWithAnotherPerson(mine, [])).toBe(false);
  });

  it.each([
    ['three bits in three quarters', 0x0001_0000_0100_8000n, true],
    ['three bits in one quarter', 0x0000_0007_0000_0000n, true],
    ['four bits', 0x0001_0001_0001_0001n, false],
    ['four bits in one quarter', 0x0000_000f_0000_0000n, false],
  ])('is the same picture or not when the hashes differ in %s', async (_name, bits, same) => {
    const [mine, theirs] = [asPatient(), asPatient()];
    const [original, again] = [await add(mine, { seed: 7 }), await add(theirs, { seed: 8 })];
    const hash = 0x1234_5678_9abc_def0n + BigInt(hashes++) * 0x0101_1010_0110_1001n;
    await setHash(original.id, hash);
    await setHash(again.id, hash ^ bits);
    await claim(mine, [original.id]);
    expect(await consultation.photoSeenWithAnotherPerson(theirs, [again.id])).toBe(same);
  });

  it('is looked for by index, however many photos there are', async () => {
    const ctx = asPatient();
    const { id } = await add(ctx, { seed: 9 });
    await ctx.db.execute(sql`
      insert into consultation.photo (id, owner_id, lead_id, storage_key, name, width, height, bytes,
        content_hash, picture_hash, created_at, attached_at)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'photo/' || gen_random_uuid(), 'x', 1, 1, 0,
        md5(n::text), substr(md5(n::text), 1, 16), now(), now() from generate_series(1, 5000) n`);
    await ctx.db.execute(sql`analyze consultation.photo`);
    const scans = await transaction(ctx, async (tx) => {
      const counted = async () => {
        const { rows } = await tx.db.execute<{ n: string }>(
          sql`select seq_scan as n from pg_stat_xact_user_tables where schemaname = 'consultation' and relname = 'photo'`,
        );
        return Number(rows[0]!.n);
      };
      const before = await counted();
      expect(await consultation.photoSeenWithAnotherPerson(tx, [id])).toBe(false);
      return (await counted()) - before;
    });
    await ctx.db.execute(sql`delete from consultation.photo where bytes = 0`);
    expect(scans).toBe(0);
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
    await writeSetting(kit.ctx(), consultation.photoQuota, quota);
    const one = await add(ctx);
    const { rows } = await ctx.db.execute<{ bytes: string }>(
      sql`select bytes from consultation.photo where id = ${one.id}`,
    );
    if (quota.files === 60)
      await writeSetting(kit.ctx(), consultation.photoQuota, {
        files: 60,
        bytes: Math.ceil(Number(rows[0]!.bytes) * 1.5),
      });
    await Promise.allSettled(Array.from({ length: 6 }, () => add(ctx)));
    expect(await filesOf(ctx)).toHaveLength(fit);
    await writeSetting(kit.ctx(), consultation.photoQuota, { files: 60, bytes: 200 * 1024 * 1024 });
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
      const ctx: Patient = { ...asPatient(), services };
      const before = await keysIn(kit);
      await expect(add(ctx)).rejects.toMatchObject({ code });
      expect(await filesOf(ctx)).toEqual([]);
      expect(await keysIn(kit)).toEqual(before);
      // The next one goes through without a restart.
      await expect(add(ctx)).resolves.toMatchObject({ name: 'photo.jpg' });
    },
  );
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
    expect((await consultation.sweepPhotos(system())).files).toBe(0);
    await advance(kit.services, hours(2));
    expect((await consultation.sweepPhotos(system())).files).toBe(2);
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
    expect((await consultation.sweepPhotos(system())).rowsWithoutFile).toBe(2);
    expect(await filesOf(ctx)).toHaveLength(1);
    await expect(consultation.removePhoto(ctx, { id: loose.id })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(kit.logged).toContainEqual(
      expect.objectContaining({ msg: 'consultation.photo-lost', photoId: held.id }),
    );
    await resetClock(kit.services);
  });

  it('removes drafts and loose photos after thirty days, and leaves what is in use', async () => {
    const [idle, busy] = [asPatient(), asPatient()];
    await add(idle, { toDraft: true });
    await add(idle, { seed: 2 });
    const held = await add(idle, { seed: 3 });
    await claim(idle, [held.id]);
    await add(busy, { toDraft: true });
    await advance(kit.services, days(29));
    await consultation.sweepPhotos(system());
    expect(await filesOf(idle)).toHaveLength(3);
    await consultation.saveStep(busy, {
      step: 1,
      expectedVersion: 0,
      events: () => [{ type: 'choose-category', category: 'hair' }, { type: 'next' }],
    });
    await advance(kit.services, days(2));
    await consultation.sweepPhotos(system());
    expect(await consultation.readDraft(idle)).toBeNull();
    expect(await filesOf(idle)).toHaveLength(1);
    expect((await consultation.readDraft(busy))?.photos).toHaveLength(1);
    await resetClock(kit.services);
  });
});
