import { and, eq, gt, isNull, sql, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { audit, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import type { Account } from '../account-owner';
import { isDetached } from '../detached';
import { lockAccountOf } from '../lock-account.server';
import { readPhone } from '../phone';
import { wayBackAskedFor } from '../rules';
import { isSilent } from '../silence.server';
import { clinicAccount, patient, wayBack } from '../tables.server';

type Staff = Ctx<ActorOf<'staff'>>;

export type WayBackRow = typeof wayBack.$inferSelect;

/** Neither used nor dropped, whatever its time. */
export const openWayOf = ({ kind, id }: Account): SQL =>
  and(
    eq(wayBack.principal, kind),
    eq(wayBack.accountId, id),
    isNull(wayBack.usedAt),
    isNull(wayBack.droppedAt),
  )!;

export const inTime: SQL = gt(wayBack.expiresAt, sql`platform.now()`);

/** Which way back an account needs now: none for one that its number opens. Throws `not_found`. */
export async function wayNeededBy(
  ctx: Ctx,
  { kind, id }: Account,
): Promise<WayBackRow['kind'] | null> {
  const table = kind === 'patient' ? patient : clinicAccount;
  const [row] = await ctx.db
    .select({ phone: table.phone, silent: await isSilent(ctx, table.lastSeenAt) })
    .from(table)
    .where(eq(table.id, id));
  if (!row) throw new AppError('not_found');
  if (isDetached(row.phone)) return 'number';
  return row.silent ? 'proof' : null;
}

/** The number that was told to the team; null for a proof. Throws `invalid_phone`, `unsupported_number`. */
function numberFor(kind: WayBackRow['kind'], phoneNumber: string | undefined): string | null {
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
 * Asks for a way back into an account, for somebody else of the team to confirm within three days. Nothing is given yet.
 *
 * @throws AppError `not_found`; `event_refused` for an account that its number opens; `invalid_phone`, `unsupported_number`
 */
export async function askWayBack(ctx: Staff, asked: AskedWayBack): Promise<void> {
  const { account, phoneNumber, reason } = asked;
  await withTransaction(ctx, async (tx) => {
    const kind = await wayNeededBy(tx, account);
    if (!kind) throw new AppError('event_refused');
    await lockAccountOf(tx, account);
    const phone = numberFor(kind, phoneNumber);
    await tx.db.update(wayBack).set({ droppedAt: sqlNow, phone: null }).where(openWayOf(account));
    await tx.db.insert(wayBack).values({
      ...{ id: newId(), principal: account.kind, accountId: account.id, kind, phone },
      ...{ askedBy: tx.actor.id, askedAt: sqlNow },
      expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(wayBackAskedFor)})`,
    });
    const object = { type: account.kind, id: account.id };
    await audit(tx, { action: 'identity.way-back-asked', object, facts: { kind }, reason });
  });
}
