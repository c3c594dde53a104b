import { withTransaction } from '#engine';
import { detachSilent, owedAccount, type OpenedSession } from '#modules/identity';
import type { CtxOf } from '#platform/context';
import { endOpen } from './end-open';

/**
 * Lets whoever has a number now begin anew with it, who cannot prove that the silent account of it is theirs (security
 * 17). What that account has open ends as with its closing, and it is taken off the number; nothing of it is erased, and
 * nothing of it is shown. It happens once, however often it is asked for at once.
 *
 * Treatments that a clinic agreed on stand: a number that changed hands calls off no treatment, and the team is notified.
 *
 * @throws AppError `forbidden` when no proof is owed, or the owner has come back meanwhile; `unauthenticated`
 */
export const beginAnew = (ctx: CtxOf<'phone-verified'>): Promise<OpenedSession> =>
  withTransaction(ctx, async (tx) => {
    const account = await owedAccount(tx);
    await endOpen(tx, account);
    return detachSilent(tx, account);
  });
