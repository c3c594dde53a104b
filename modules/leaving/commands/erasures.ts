import { eq } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { dispatchIfOpen, startFlow } from '#platform/flow';
import { idFromName } from '#platform/ids';
import type { Person } from '#platform/person-data';
import { erasureFlow } from '../flows.server';
import { erasure } from '../tables.server';

/** Of the account; so that it is closed once. */
const erasureIdOf = ({ kind, id }: Person): string => idFromName(`leaving.erasure:${kind}:${id}`);

/** Begins the erasure of an account, within the transaction that closes it. */
export async function beginErasure(ctx: TxCtx, person: Person): Promise<void> {
  const id = erasureIdOf(person);
  const { kind, id: personId } = person;
  await ctx.db
    .insert(erasure)
    .values({ id, kind, personId, closedAt: sqlNow, status: 'closed' })
    .onConflictDoNothing();
  await startFlow(ctx, erasureFlow, { id, input: { erasureId: id, kind, personId } });
}

/** Whose erasure is to be gone on with; null when there is nothing to do now. `last`: nobody waits for it any more. */
export async function erasureToDo(
  ctx: Ctx,
  erasureId: string,
): Promise<{ person: Person; last: boolean } | null> {
  const [row] = await ctx.db.select().from(erasure).where(eq(erasure.id, erasureId));
  if (!row || (row.status !== 'erasing' && row.status !== 'looking-again')) return null;
  return { person: { kind: row.kind, id: row.personId }, last: row.status === 'looking-again' };
}

/** Nothing was left. */
export async function nothingLeft(ctx: Ctx, erasureId: string): Promise<void> {
  const event = { type: 'leaving.nothing-left' } as const;
  await dispatchIfOpen(ctx, erasureFlow, { id: erasureId, event });
}

/** Whether its owner has closed an account. */
export async function isClosed(ctx: Ctx, person: Person): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: erasure.id })
    .from(erasure)
    .where(eq(erasure.id, erasureIdOf(person)));
  return row !== undefined;
}
