import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CtxOf } from '#platform/context';
import { openStorage } from '#platform/ports/open-storage';
import { writeSetting } from '#platform/settings/settings';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import * as consultation from './index.server';
import { photoQuota, uploadsPerTenMinutes } from './commands/photos.server';
import { jpegPhoto, patientActor } from './testing';

let kit: TestServices;
let ctx: CtxOf<'patient'>;
beforeAll(async () => {
  kit = await createTestServices();
  (kit.services.ports as { storage: unknown }).storage = openStorage(kit.services.env);
  await writeSetting(kit.ctx(), uploadsPerTenMinutes, 200);
});
afterAll(() => kit.close());
beforeEach(() => {
  ctx = kit.ctx(patientActor());
});

/** An upload to the open draft. */
const upload = async (by = ctx, seed = 1, toDraft = true) =>
  consultation.addPhoto(by, { bytes: await jpegPhoto(seed), name: `${seed}.jpg`, toDraft });

async function keysOf(by: CtxOf<'patient'>): Promise<string[]> {
  const { rows } = await by.db.execute<{ storage_key: string }>(
    sql`select storage_key from consultation.photo where owner_id = ${by.actor.id}`,
  );
  return rows.map((row) => row.storage_key);
}

async function stored(): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { key } of kit.services.ports.storage.list('photo'))
    keys.add(key.split('/').slice(0, 2).join('/'));
  return keys;
}

it('an upload whose answer was lost is the same photo when it is sent again', async () => {
  const first = await upload();
  expect(await upload()).toEqual(first);
  const other = await upload(ctx, 2);
  expect(other.id).not.toBe(first.id);
  expect((await consultation.readDraft(ctx))?.photos.map(({ id }) => id)).toEqual([
    first.id,
    other.id,
  ]);
});

it('fifty at once are one photo, with one set of files', async () => {
  const before = await stored();
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => upload()));
  const ids = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
  const codes = all.flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as { code: string }).code] : [],
  );
  // Pictures of one person wait in a line that has an end.
  expect(new Set(codes)).toEqual(new Set(codes.length > 0 ? ['busy'] : []));
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(1);
  const keys = await keysOf(ctx);
  expect(keys).toHaveLength(1);
  expect([...(await stored())].filter((key) => !before.has(key))).toEqual(keys);
});

it('a draft that is full, or an owner whose quota is, still gets the answer again', async () => {
  const first = await upload(ctx, 0);
  for (let seed = 1; seed < 10; seed += 1) await upload(ctx, seed);
  expect(await upload(ctx, 0)).toEqual(first);
  await expect(upload(ctx, 10)).rejects.toMatchObject({ code: 'validation_failed' });
  await writeSetting(kit.ctx(), photoQuota, { files: 10, bytes: 1_000_000_000 });
  expect(await upload(ctx, 0)).toEqual(first);
  await writeSetting(kit.ctx(), photoQuota, { files: 60, bytes: 200 * 1024 * 1024 });
});

it('is another photo of another person, outside of a draft, and once the first is removed', async () => {
  const first = await upload();
  const someoneElse = kit.ctx(patientActor());
  expect((await upload(someoneElse)).id).not.toBe(first.id);
  const loose = [await upload(ctx, 1, false), await upload(ctx, 1, false)];
  expect(new Set([first.id, ...loose.map(({ id }) => id)]).size).toBe(3);
  await consultation.removePhoto(ctx, { id: first.id });
  const again = await upload();
  expect(again.id).not.toBe(first.id);
  expect((await consultation.readDraft(ctx))?.photos.map(({ id }) => id)).toEqual([again.id]);
});
