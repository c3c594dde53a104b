import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId, newId } from '#platform/ids';
import type { Page, RequestOf } from '#platform/list';
import { contains } from '#platform/list-query';
import { chooseIds, findPage, type Listing } from '#platform/list-page';
import type { CannedFields } from '../canned-calls';
import type { cannedList } from '../console-lists';
import type { CannedRecord } from '../console-records';
import { mostCanned } from '../limits';
import { cannedAnswer } from '../tables.server';

type Staff = Ctx<ActorOf<'staff'>>;
type Request = RequestOf<typeof cannedList>;

const listing: Listing<Request['sort']['field']> = {
  table: cannedAnswer,
  id: cannedAnswer.id,
  own: cannedAnswer.createdAt,
  columns: { name: cannedAnswer.name, createdAt: cannedAnswer.createdAt },
  lanes: [],
};

/** A page of what staff keep to answer with; there are few. */
export async function listCanned(ctx: Staff, request: Request): Promise<Page<CannedRecord>> {
  const { id, q } = request.filter;
  const page = findPage(listing, request, {
    choices: [chooseIds(cannedAnswer.id, id)],
    where: q === undefined ? undefined : contains(cannedAnswer.name, q),
  });
  const rows = await ctx.db
    .select(getTableColumns(cannedAnswer))
    .from(cannedAnswer)
    .innerJoin(page.keys, page.isOn)
    .orderBy(page.order);
  return page.answer(ctx, rows.map(toRecord));
}

/** @throws AppError `not_found` */
export async function readCanned(ctx: Staff, id: string): Promise<CannedRecord> {
  return toRecord(await find(ctx, id));
}

/** Keeps an answer to be used again. @throws AppError `too_many_canned` */
export const addCanned = (ctx: Staff, fields: CannedFields): Promise<string> =>
  transaction(ctx, async (tx) => {
    // One after the other, so that nobody keeps more than there may be.
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('support.canned', 0))`);
    const kept = await tx.db.$count(cannedAnswer);
    if (kept >= mostCanned) throw new AppError('too_many_canned');
    const id = newId();
    const { name, texts } = fields;
    const written = { updatedBy: ctx.actor.id, createdAt: sqlNow, updatedAt: sqlNow };
    await tx.db.insert(cannedAnswer).values({ id, name, texts: textsOf(texts), ...written });
    await note(tx, 'support.canned-added', id);
    return id;
  });

/** Says something else in it from now on. @throws AppError `not_found` */
export const changeCanned = (
  ctx: Staff,
  { id, name, texts }: CannedFields & { id: string },
): Promise<void> =>
  transaction(ctx, async (tx) => {
    await find(tx, id);
    await tx.db
      .update(cannedAnswer)
      .set({ name, texts: textsOf(texts), updatedBy: ctx.actor.id, updatedAt: sqlNow })
      .where(eq(cannedAnswer.id, id));
    await note(tx, 'support.canned-changed', id);
  });

/** Answers as it last was. @throws AppError `not_found` */
export const removeCanned = (ctx: Staff, { id }: { id: string }): Promise<CannedRecord> =>
  transaction(ctx, async (tx) => {
    const row = await find(tx, id);
    await tx.db.delete(cannedAnswer).where(eq(cannedAnswer.id, row.id));
    await note(tx, 'support.canned-removed', row.id);
    return { ...toRecord(row), allowedEvents: [] };
  });

async function find(ctx: Staff, id: string): Promise<typeof cannedAnswer.$inferSelect> {
  const [row] = isId(id)
    ? await ctx.db.select().from(cannedAnswer).where(eq(cannedAnswer.id, id))
    : [];
  if (!row) throw new AppError('not_found');
  return row;
}

const note = (tx: TxCtx, action: string, id: string): Promise<void> =>
  audit(tx, { action, object: { type: 'canned-answer', id } });

/** Languages without a text are left out. */
const textsOf = (texts: CannedFields['texts']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

const toRecord = (row: typeof cannedAnswer.$inferSelect): CannedRecord => ({
  id: row.id,
  name: row.name,
  texts: row.texts,
  updatedBy: row.updatedBy,
  updatedAt: row.updatedAt.toISOString(),
  allowedEvents: ['change', 'remove'],
});
