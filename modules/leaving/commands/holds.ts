import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { dispatch, dispatchIfOpen } from '#platform/flow';
import { newId } from '#platform/ids';
import type { OneShotDb } from '#platform/one-shot-db';
import type { Person } from '#platform/person-data';
import { recordHeld } from '../erasure-list';
import { erasureFlow } from '../flows.server';
import { begun } from '../status';
import { erasure, hold } from '../tables.server';

type Staff = Ctx<ActorOf<'staff'>>;

/** A hold that is asked for or ended, and why. */
export interface HoldAct {
  readonly person: Person;
  readonly reason: string;
}

const standing = ({ kind, id }: Person): SQL =>
  and(eq(hold.kind, kind), eq(hold.personId, id), isNull(hold.liftedAt))!;

const log = (ctx: TxCtx, action: string, { person: { kind: type, id }, reason }: HoldAct) =>
  audit(ctx, { action, object: { type, id }, reason });

/**
 * Whether an account is open, closed, or so that anything of it may be gone already; the erasure stays locked, so that it
 * does not begin meanwhile.
 */
async function lockErasure(ctx: TxCtx, { kind, id }: Person): Promise<'open' | 'closed' | 'begun'> {
  const [row] = await ctx.db
    .select({ status: erasure.status })
    .from(erasure)
    .where(and(eq(erasure.personId, id), eq(erasure.kind, kind)))
    .for('update');
  if (!row) return 'open';
  return begun.includes(row.status) ? 'begun' : 'closed';
}

/**
 * From its commit on nothing of this account is erased. An erasure that has begun is not stopped: an account is held as a
 * whole or erased as a whole.
 *
 * @throws AppError `event_refused` when one stands, or the erasure has begun
 */
export const placeHold = (ctx: Staff, act: HoldAct): Promise<void> =>
  transaction(ctx, async (tx) => {
    const { kind, id: personId } = act.person;
    const [placed] = await tx.db
      .insert(hold)
      .values({ id: newId(), kind, personId, placedBy: tx.actor.id, placedAt: sqlNow })
      .onConflictDoNothing()
      .returning({ id: hold.id });
    if (!placed) throw new AppError('event_refused');
    const state = await lockErasure(tx, act.person);
    if (state === 'begun') throw new AppError('event_refused');
    // Before the commit: a hold that stands is never on the list. Without the hold, the erasure puts it there again.
    if (state === 'closed') await recordHeld(tx.services.env, act.person);
    await log(tx, 'leaving.hold-placed', act);
  });

/** Ends a hold; an erasure that has waited for it goes on. @throws AppError `event_refused` when none stands */
export const liftHold = (ctx: Staff, act: HoldAct): Promise<void> =>
  transaction(ctx, async (tx) => {
    const { kind, id } = act.person;
    // Its row before the flow, as by `waitForHold`.
    const [lifted] = await tx.db
      .update(hold)
      .set({ liftedBy: tx.actor.id, liftedAt: sqlNow })
      .where(standing(act.person))
      .returning({ id: hold.id });
    if (!lifted) throw new AppError('event_refused');
    await log(tx, 'leaving.hold-lifted', act);
    const [waiting] = await tx.db
      .select({ id: erasure.id })
      .from(erasure)
      .where(and(eq(erasure.personId, id), eq(erasure.kind, kind), eq(erasure.status, 'held')));
    if (waiting)
      await dispatch(tx, erasureFlow, {
        id: waiting.id,
        event: { type: 'leaving.hold-lifted' },
      });
  });

/** Whether a hold can be placed: none stands, and no erasure has begun. */
export async function mayBeHeld(ctx: Ctx, person: Person): Promise<boolean> {
  const [row] = await ctx.db
    .select({ status: erasure.status })
    .from(erasure)
    .where(and(eq(erasure.personId, person.id), eq(erasure.kind, person.kind)));
  return (!row || !begun.includes(row.status)) && (await heldSince(ctx, person)) === null;
}

/** Since when a hold stands; null without one. */
export async function heldSince(ctx: Ctx, person: Person): Promise<Date | null> {
  const [row] = await ctx.db.select({ placedAt: hold.placedAt }).from(hold).where(standing(person));
  return row?.placedAt ?? null;
}

/** Ids of all accounts that are held: what belongs to them stays, whatever its time. */
export async function heldIds(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.select({ id: hold.personId }).from(hold).where(isNull(hold.liftedAt));
  return rows.map(({ id }) => id);
}

/** How many holds stand, for a command: nothing that could be about one of them may go by its time alone. */
export const countHolds = (db: OneShotDb): Promise<number> =>
  db.$count(hold, isNull(hold.liftedAt));

/** Whether an erasure has to wait for the end of a hold; if so, it does from now on. */
export const waitForHold = (
  ctx: Ctx,
  { erasureId, person }: { erasureId: string; person: Person },
): Promise<boolean> =>
  transaction(ctx, async (tx) => {
    // Held until the flow waits: whoever lifts it at this moment finds it waiting.
    const [held] = await tx.db
      .select({ id: hold.id })
      .from(hold)
      .where(standing(person))
      .for('update');
    if (!held) return false;
    await dispatchIfOpen(tx, erasureFlow, { id: erasureId, event: { type: 'leaving.held' } });
    return true;
  });
