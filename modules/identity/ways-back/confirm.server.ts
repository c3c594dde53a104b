import { and, eq, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { audit, isUniqueViolation, publish } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { TxCtx } from '#platform/context';
import { inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import type { Account } from '../account-owner';
import { forgetBrowsers } from '../codes/browsers.server';
import { detached } from '../detached';
import { identityEvents } from '../events';
import { lockAccountOf } from '../lock-account.server';
import { endSessionsOnNumber } from '../sessions/end-session.server';
import { wayBackGoodFor } from '../rules';
import { clinicAccount, patient, wayBack } from '../tables.server';
import { inTime, openWayOf, wayNeededBy, type WayBackRow } from './ask.server';

/**
 * Confirms what a colleague asked for, within the caller's transaction; by nobody who asked. A number is given at once: the
 * account stays silent, so that whoever signs in with it still owes a code from the account's mailbox or a passkey. A proof
 * is good for one sign-in within a day. Answers with the number that was given.
 *
 * @throws AppError `not_found`; `event_refused` when it is not asked for any more, or not needed; `forbidden` by who asked; `number_taken`
 */
export async function confirmWayBack(
  ctx: TxCtx<ActorOf<'staff'>>,
  { account, wayBackId }: { account: Account; wayBackId: string },
): Promise<string | null> {
  // Of nobody's account is said that it is not there: to the lock it would be one that has ended under its owner.
  await wayNeededBy(ctx, account);
  await lockAccountOf(ctx, account);
  const row = await take(ctx, account, wayBackId);
  if ((await wayNeededBy(ctx, account)) !== row.kind) throw new AppError('event_refused');
  if (row.phone !== null) await give(ctx, account, row.phone);
  const { kind: principal, id: accountId } = account;
  await publish(ctx, identityEvents['identity.way-back-opened'], { principal, accountId });
  await audit(ctx, {
    action: 'identity.way-back-confirmed',
    object: { type: principal, id: accountId },
    facts: { kind: row.kind, askedBy: row.askedBy },
  });
  return row.phone;
}

/** Of any number that confirm it at once, one. */
async function take(
  ctx: TxCtx<ActorOf<'staff'>>,
  account: Account,
  id: string,
): Promise<WayBackRow> {
  const asked = and(eq(wayBack.id, id), openWayOf(account), inTime, sql`confirmed_at is null`)!;
  const [row] = await ctx.db.select().from(wayBack).where(asked).for('update');
  if (!row) throw new AppError('event_refused');
  if (row.askedBy === ctx.actor.id) throw new AppError('forbidden');
  const confirmed = { confirmedBy: ctx.actor.id, confirmedAt: sqlNow };
  await ctx.db
    .update(wayBack)
    .set(
      row.kind === 'number'
        ? { ...confirmed, usedAt: sqlNow, phone: null }
        : {
            ...confirmed,
            expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(wayBackGoodFor)})`,
          },
    )
    .where(eq(wayBack.id, id));
  return row;
}

async function give(ctx: TxCtx, { kind, id }: Account, phone: string): Promise<void> {
  const table = kind === 'patient' ? patient : clinicAccount;
  const [other] = await ctx.db.select({ id: table.id }).from(table).where(eq(table.phone, phone));
  if (other) throw new AppError('number_taken');
  await ctx.db
    .update(table)
    .set({ phone })
    .where(and(eq(table.id, id), eq(table.phone, detached(id))))
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError('number_taken') : error;
    });
  await forgetBrowsers(ctx, { role: kind, phone });
  await endSessionsOnNumber(ctx, { principal: kind, subjectId: id, phone });
}

/** Uses up the proof that the team gave for an account, under the sign-in's transaction; false when there is none. */
export async function useGivenProof(ctx: TxCtx, account: Account): Promise<boolean> {
  const given = and(
    openWayOf(account),
    inTime,
    eq(wayBack.kind, 'proof'),
    sql`confirmed_at is not null`,
  )!;
  const [used] = await ctx.db
    .update(wayBack)
    .set({ usedAt: sqlNow })
    .where(given)
    .returning({ id: wayBack.id });
  if (!used) return false;
  await audit(ctx, {
    action: 'identity.proved-by-team',
    object: { type: account.kind, id: account.id },
  });
  return true;
}
