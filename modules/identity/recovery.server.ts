import { and, eq, gt, isNull, sql, type SQL } from 'drizzle-orm';
import { audit, isUniqueViolation, publish, withTransaction } from '#engine';
import { inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import type { Ctx, CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import {
  type Account,
  detached,
  endTokensOf,
  isDetached,
  isSilent,
  lockAccountOf,
} from './accounts.server';
import { forgetBrowsers } from './browsers.server';
import { identityEvents } from './schemas';
import { readPhone } from './phone';
import { recoveryAskedFor, recoveryGoodFor } from './rules';
import { endSessionsOnNumber } from './sessions.server';
import type { AccountWays } from './staff-schemas';
import { clinicAccount, patient, accountRecovery } from './tables.server';

type RecoveryRow = typeof accountRecovery.$inferSelect;

/** Neither used nor dropped, whatever its time. */
const openWayOf = ({ kind, id }: Account): SQL =>
  and(
    eq(accountRecovery.principal, kind),
    eq(accountRecovery.accountId, id),
    isNull(accountRecovery.usedAt),
    isNull(accountRecovery.droppedAt),
  )!;

export const inTime: SQL = gt(accountRecovery.expiresAt, sql`platform.now()`);

/** Which recovery an account needs now: none for one that its number opens. Throws `not_found`. */
async function wayNeededBy(ctx: Ctx, { kind, id }: Account): Promise<RecoveryRow['kind'] | null> {
  const table = kind === 'patient' ? patient : clinicAccount;
  const [row] = await ctx.db
    .select({ phone: table.phone, silent: await isSilent(ctx, table.lastSeenAt) })
    .from(table)
    .where(eq(table.id, id));
  if (!row) throw new AppError('not_found');
  if (isDetached(row.phone)) return 'number';
  return row.silent ? 'proof' : null;
}

/** The number that was given to the team; null for a proof. Throws `invalid_phone`, `unsupported_number`. */
function numberFor(kind: RecoveryRow['kind'], phoneNumber: string | undefined): string | null {
  if (kind === 'proof') return null;
  const reading = readPhone(phoneNumber ?? '');
  if (!reading.ok)
    throw new AppError(reading.code, { fields: { phoneNumber: [`error.${reading.code}`] } });
  return reading.phone.number;
}

export interface AskedWayBack {
  readonly account: Account;
  /** The number that its owner has now, for an account that is off its number. */
  readonly phoneNumber?: string;
  /** How its owner has shown who they are; lies beside the log's entry. */
  readonly reason: string;
}

/**
 * Asks for the recovery of an account, for another member of the team to confirm within three days. Nothing is given yet.
 *
 * @throws AppError `not_found`; `event_refused` for an account that its number opens; `invalid_phone`, `unsupported_number`
 */
export async function askWayBack(ctx: CtxOf<'staff'>, asked: AskedWayBack): Promise<void> {
  const { account, phoneNumber, reason } = asked;
  await withTransaction(ctx, async (tx) => {
    const kind = await wayNeededBy(tx, account);
    if (!kind) throw new AppError('event_refused');
    await lockAccountOf(tx, account);
    const phone = numberFor(kind, phoneNumber);
    await tx.db
      .update(accountRecovery)
      .set({ droppedAt: sqlNow, phone: null })
      .where(openWayOf(account));
    await tx.db.insert(accountRecovery).values({
      ...{ id: newId(), principal: account.kind, accountId: account.id, kind, phone },
      ...{ askedBy: tx.actor.id, askedAt: sqlNow },
      expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(recoveryAskedFor)})`,
    });
    const object = { type: account.kind, id: account.id };
    await audit(tx, { action: 'identity.way-back-asked', object, details: { kind }, reason });
  });
}

/** How an account is reached by its owner, and what a colleague has asked for, as the console shows it. Throws `not_found`. */
export async function waysOf(
  ctx: CtxOf<'staff'>,
  account: Account,
): Promise<{ ways: AccountWays; events: string[] }> {
  const needed = await wayNeededBy(ctx, account);
  const [row] = await ctx.db
    .select()
    .from(accountRecovery)
    .where(and(openWayOf(account), inTime));
  const asked = row && {
    id: row.id,
    kind: row.kind,
    numberEnds: row.phone?.slice(-4) ?? null,
    askedBy: row.askedBy,
    askedAt: row.askedAt.toISOString(),
    confirmed: row.confirmedAt !== null,
  };
  const mayConfirm = row && needed && !row.confirmedAt && row.askedBy !== ctx.actor.id;
  const events = [...(needed ? ['ask-way-back'] : []), ...(mayConfirm ? ['confirm-way-back'] : [])];
  return { ways: { needs: needed, asked: asked ?? null }, events };
}

/**
 * Confirms what a colleague asked for, within the caller's transaction; by nobody who asked. A number is given at once: the
 * account stays silent, so that whoever signs in with it still owes a code from the account's mailbox or a passkey. A proof
 * is good for one sign-in within a day. Answers with the number that was given.
 *
 * @throws AppError `not_found`; `event_refused` when it is not asked for any more, or not needed; `forbidden` by who asked; `number_taken`
 */
export async function confirmWayBack(
  ctx: TxCtxOf<'staff'>,
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
    details: { kind: row.kind, askedBy: row.askedBy },
  });
  return row.phone;
}

/** Of any number that confirm it at once, one. */
async function take(ctx: TxCtxOf<'staff'>, account: Account, id: string): Promise<RecoveryRow> {
  const asked = and(
    eq(accountRecovery.id, id),
    openWayOf(account),
    inTime,
    sql`confirmed_at is null`,
  )!;
  const [row] = await ctx.db.select().from(accountRecovery).where(asked).for('update');
  if (!row) throw new AppError('event_refused');
  if (row.askedBy === ctx.actor.id) throw new AppError('forbidden');
  const confirmed = { confirmedBy: ctx.actor.id, confirmedAt: sqlNow };
  await ctx.db
    .update(accountRecovery)
    .set(
      row.kind === 'number'
        ? { ...confirmed, usedAt: sqlNow, phone: null }
        : {
            ...confirmed,
            expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(recoveryGoodFor)})`,
          },
    )
    .where(eq(accountRecovery.id, id));
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
  if (kind === 'clinic') await endTokensOf(ctx, id);
}

/** Uses up the proof that the team gave for an account, under the sign-in's transaction; false when there is none. */
export async function useGivenProof(ctx: TxCtx, account: Account): Promise<boolean> {
  const given = and(
    openWayOf(account),
    inTime,
    eq(accountRecovery.kind, 'proof'),
    sql`confirmed_at is not null`,
  )!;
  const [used] = await ctx.db
    .update(accountRecovery)
    .set({ usedAt: sqlNow })
    .where(given)
    .returning({ id: accountRecovery.id });
  if (!used) return false;
  await audit(ctx, {
    action: 'identity.proved-by-team',
    object: { type: account.kind, id: account.id },
  });
  return true;
}
