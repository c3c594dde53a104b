import { eq } from 'drizzle-orm';
import { actAs, type Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { withTransaction, audit } from '#engine';
import type { OpenedSession } from '../sessions/open-session.server';
import { staffAccount } from '../tables.server';
import { asEmail } from './email';
import type { StaffBrowser } from './open-session.server';
import { passwordFits } from './password.server';
import { enter } from './enter.server';
import { takeStaffTry } from './try-budget.server';
import { spendStep, stepOfCode, type StaffRow } from './use-totp.server';

export interface StaffCredentials {
  readonly email: string;
  readonly password: string;
  /** Six digits of the authenticator app; spaces do no harm. */
  readonly code: string;
}

/**
 * Signs staff in with password and code. Wrong password, wrong or used code, unknown, disabled and not
 * enrolled answer alike, after the same work: `invalid_credentials`; too many tries `too_many_requests`.
 */
export async function signInStaff(
  ctx: Ctx,
  { email, password, code }: StaffCredentials,
  browser: StaffBrowser,
): Promise<OpenedSession> {
  const address = asEmail(email);
  const forgive = await takeStaffTry(ctx, address);
  const [account] = await ctx.db.select().from(staffAccount).where(eq(staffAccount.email, address));
  const open = account?.enrolledAt && !account.disabledAt ? account : undefined;
  const fits = await passwordFits(ctx.services.env.mode, open?.passwordHash ?? null, password);
  const step = await stepOfCode(ctx, open, code);
  const session =
    open && fits && step !== null
      ? await withTransaction(ctx, async (tx) =>
          (await spendStep(tx, open, step, { signsIn: true }))
            ? enter(tx, open, browser, 'password')
            : null,
        )
      : null;
  if (!session) throw await refused(ctx, account, fits);
  await forgive();
  return session;
}

async function refused(
  ctx: Ctx,
  account: StaffRow | undefined,
  passwordWasRight: boolean,
): Promise<AppError> {
  await audit(actAs(ctx, { kind: 'anonymous' }), {
    action: 'identity.staff-sign-in',
    outcome: 'refused',
    ...(account ? { object: { type: 'staff', id: account.id } } : {}),
    facts: { known: account !== undefined, passwordWasRight },
  });
  return new AppError('invalid_credentials');
}
