import { and, eq, lt, sql } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { days, inSeconds } from '#platform/duration';
import { isOvertaken, type FormTurn } from '#platform/form-turn';
import { deleteInSteps } from '#platform/person-data';
import { sideOf, type PartyCtx, type Talk } from '../party';
import { typedMessage } from '../tables.server';

const kept = days(30);

/** Keeps what the acting person has typed and not sent; nothing typed forgets it. A save that was overtaken does nothing. */
export async function keepTyped(
  ctx: PartyCtx,
  { offerId }: Pick<Talk, 'offerId'>,
  { text, turn }: { text: string; turn: FormTurn | null },
): Promise<void> {
  const side = sideOf(ctx);
  const mine = and(eq(typedMessage.offerId, offerId), eq(typedMessage.side, side));
  await transaction(ctx, async (tx) => {
    const [row] = await tx.db.select().from(typedMessage).where(mine).for('update');
    if (row && isOvertaken(turn, row)) return;
    if (text === '') {
      await tx.db.delete(typedMessage).where(mine);
      return;
    }
    const values = { text, writer: turn?.writer ?? null, turn: turn?.turn ?? 0, updatedAt: sqlNow };
    await tx.db
      .insert(typedMessage)
      .values({ offerId, side, ...values })
      .onConflictDoUpdate({ target: [typedMessage.offerId, typedMessage.side], set: values });
  });
}

/** Forgets what its writer did not come back to for a month, some at a time; returns how many. */
export const forgetTyped = (ctx: Ctx): Promise<number> =>
  deleteInSteps(
    ctx,
    typedMessage,
    lt(typedMessage.updatedAt, sql`${sqlNow} - make_interval(secs => ${inSeconds(kept)})`),
  );
