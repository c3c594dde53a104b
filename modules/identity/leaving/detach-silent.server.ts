import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { audit, publish } from '#engine';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { Account } from '../account-owner';
import { identityEvents } from '../events';
import { lockAccountOf } from '../lock-account.server';
import { endSessionsOnNumber, exchangeSession } from '../sessions/end-session.server';
import { openSession, type OpenedSession } from '../sessions/open-session.server';
import { isSilent } from '../silence.server';
import { clinicAccount, patient } from '../tables.server';
import { takeOffNumber } from './take-off-number.server';

/**
 * Takes an account that was silent for long off the number of the acting session, which owes a second proof of it, and
 * opens a session for somebody new with that number in its place; within the caller's transaction, which has ended what
 * was open. The account keeps all that is in it, and its owner is told.
 *
 * @throws AppError `forbidden` when its owner has come back meanwhile; `unauthenticated` when it is off its number already
 */
export async function detachSilent(
  ctx: TxCtx<ActorOf<'phone-verified'>>,
  account: Account,
): Promise<OpenedSession> {
  const { kind: principal, id: accountId } = account;
  // Under the account's lock: whoever proves to be its owner at the same moment comes wholly before or wholly after.
  await requireSilence(ctx, account);
  const { phone } = await takeOffNumber(ctx, account);
  const kept = await exchangeSession(ctx, ctx.actor.sessionId);
  await endSessionsOnNumber(ctx, { principal, subjectId: accountId, phone });
  await publish(ctx, identityEvents['identity.account-detached'], { principal, accountId });
  await audit(ctx, { action: 'identity.began-anew', object: { type: principal, id: accountId } });
  return openSession(ctx, { principal, phase: 'phone-verified', phone, ...kept });
}

async function requireSilence(ctx: TxCtx, account: Account): Promise<void> {
  await lockAccountOf(ctx, account);
  const table = account.kind === 'patient' ? patient : clinicAccount;
  const [row] = await ctx.db
    .select({ silent: await isSilent(ctx, table.lastSeenAt) })
    .from(table)
    .where(eq(table.id, account.id));
  if (!row?.silent) throw new AppError('forbidden');
}
