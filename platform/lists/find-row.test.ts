import { and, eq } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../base/ids';
import type { Ctx } from '../context';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { findRow, requireRow } from './find-row';

const note = pgTable('found_note', { id: uuid('id').primaryKey(), owner: text('owner').notNull() });
const id = newId();

let kit: TestServices;
let ctx: Ctx;
beforeAll(async () => {
  kit = await createTestServices();
  ctx = kit.ctx();
  await kit.services.database.pool.query(
    'create table found_note (id uuid primary key, owner text not null)',
  );
  await ctx.db.insert(note).values({ id, owner: 'ann' });
});
afterAll(() => kit?.close());

it('finds the row of an id, to whom it belongs only', async () => {
  expect(await findRow(ctx, note, id)).toEqual({ id, owner: 'ann' });
  expect(await findRow(ctx, note, id, { which: eq(note.owner, 'ann') })).not.toBeNull();
  const asBen = { which: eq(note.owner, 'ben') };
  expect(await findRow(ctx, note, id, asBen)).toBeNull();
  await expect(requireRow(ctx, note, id, asBen)).rejects.toMatchObject({ code: 'not_found' });
});

it.each(['', 'no id', `${id}'`, newId()])('finds nothing by %j', async (sent) => {
  expect(await findRow(ctx, note, sent)).toBeNull();
});

it('shows no row by a condition that came to nothing', async () => {
  await expect(findRow(ctx, note, id, { which: and() })).rejects.toThrow('is empty');
});
