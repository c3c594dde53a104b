import { audit, publish } from '#engine';
import { actAs, type TxCtx } from '#platform/context';
import { identityEvents } from '../events';
import type { OpenedSession } from '../sessions/open-session.server';
import { openStaffSession, type StaffBrowser } from './open-session.server';
import type { StaffRow } from './use-totp.server';

/** Opens the session of somebody whose factors fit, in the transaction that spent them. */
export async function enter(
  tx: TxCtx,
  account: Pick<StaffRow, 'id' | 'role'>,
  browser: StaffBrowser,
  by: 'password' | 'passkey',
): Promise<OpenedSession> {
  const { newDevice, ...session } = await openStaffSession(tx, account.id, browser);
  const { id, role } = account;
  await audit(actAs(tx, { kind: 'staff', id, role, sessionId: session.id }), {
    action: 'identity.staff-sign-in',
    object: { type: 'staff-session', id: session.id },
    facts: { by, newDevice },
  });
  await publish(tx, identityEvents['identity.staff-signed-in'], { staffId: id, newDevice });
  return session;
}
