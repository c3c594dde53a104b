import { and, eq } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { OpenedSession } from '../../sessions/open-session.server';
import { staffAccount } from '../../tables.server';
import { enter } from '../enter.server';
import { isActiveAccount } from '../../sessions/staff-session.server';
import type { StaffBrowser } from '../open-session.server';
import { takeStaffTry } from '../try-budget.server';
import type { Challenged, PasskeyAnswer } from '../../passkeys/challenged';
import { checkPasskey, passkeyOptions, usePasskey } from './check-passkey.server';

/** What a browser needs to sign in with a passkey; the browser knows which accounts it has. */
export const passkeySignInOptions = (ctx: Ctx): Promise<Challenged> =>
  passkeyOptions(ctx, { purpose: 'sign-in', staffId: null });

/**
 * Signs staff in with a passkey, which is both factors: a thing they have, opened by what they know or are.
 * Everything that does not fit answers `invalid_credentials`; too many tries `too_many_requests`.
 */
export async function signInWithPasskey(
  ctx: Ctx,
  answer: PasskeyAnswer,
  browser: StaffBrowser,
): Promise<OpenedSession> {
  const forgive = await takeStaffTry(ctx, null);
  const checked = await checkPasskey(ctx, answer, { purpose: 'sign-in', staffId: null });
  const session =
    checked &&
    (await withTransaction(ctx, async (tx) => {
      const [account] = await tx.db
        .update(staffAccount)
        .set({ lastSignInAt: sqlNow })
        .where(and(eq(staffAccount.id, checked.row.staffId), isActiveAccount))
        .returning();
      if (!account || !(await usePasskey(tx, checked))) return null;
      return enter(tx, account, browser, 'passkey');
    }));
  if (!session) {
    await audit(ctx, {
      action: 'identity.staff-sign-in',
      outcome: 'refused',
      ...(checked ? { object: { type: 'staff', id: checked.row.staffId } } : {}),
      facts: { by: 'passkey' },
    });
    throw new AppError('invalid_credentials');
  }
  await forgive();
  return session;
}
