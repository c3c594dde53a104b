import { withTransaction } from '#engine';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CtxOf } from '#platform/context';
import { newId } from '#platform/base/ids';
import * as consultation from './index.server';
import { jpegPhoto, patientActor, picture } from './testing';
import { createTestServices, type TestServices } from '../../tests/kit/services';

let kit: TestServices;
beforeAll(async () => {
  kit = await createTestServices();
});
afterAll(() => kit.close());

const asPatient = (): CtxOf<'patient'> => kit.ctx(patientActor());
const add = async (ctx: CtxOf<'patient'>, { seed }: { seed: number }) =>
  consultation.addPhoto(ctx, { bytes: await jpegPhoto(seed), name: 'photo.jpg', toDraft: false });
const claim = (ctx: CtxOf<'patient'>, photoIds: string[]) =>
  withTransaction(ctx, (tx) => consultation.claimPhotos(tx, { photoIds, leadId: newId() }));
let hashes = 0;
const setHash = (id: string, hash: bigint) =>
  kit
    .ctx()
    .db.execute(
      sql`update consultation.photo set picture_hash = ${hash.toString(16).padStart(16, '0')} where id = ${id}`,
    );

describe('a photo', () => {
  it('is recognised with another person, as the same file and as the same picture', async () => {
    const [mine, theirs, third] = [asPatient(), asPatient(), asPatient()];
    const original = await add(mine, { seed: 5 });
    const seen = (ctx: CtxOf<'patient'>, id: string) =>
      consultation.photoSeenWithAnotherPerson(ctx, [id]);
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
    const scans = await withTransaction(ctx, async (tx) => {
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
