import { and, eq } from 'drizzle-orm';
import { audit } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { newToken, sha256 } from '#platform/base/ids';
import type { AccountActor } from '../account-owner';
import { isLive } from '../sessions/live-session.server';
import { session } from '../tables.server';

/** The session under its new token; the cookie keeps the age it had. */
export interface RenewedSession {
  readonly token: string;
  /** Undefined on a shared device: the cookie ends with the browser. */
  readonly maxAgeSeconds: number | undefined;
}

/** Marks the acting session as freshly proved under a new token; the old one is dead. Throws `unauthenticated`. */
export async function renewSession(
  tx: TxCtx<AccountActor>,
  by: 'code' | 'passkey',
): Promise<RenewedSession> {
  const token = newToken();
  const { sessionId: id, kind: principal } = tx.actor;
  const [row] = await tx.db
    .update(session)
    .set({ tokenHash: sha256(token), provedAt: sqlNow, lastSeenAt: sqlNow })
    .where(and(eq(session.id, id), eq(session.principal, principal), isLive))
    .returning();
  if (!row?.provedAt) throw new AppError('unauthenticated');
  await audit(tx, { action: 'identity.step-up', object: { type: 'session', id }, facts: { by } });
  const left = Math.floor((row.expiresAt.getTime() - row.provedAt.getTime()) / 1_000);
  return { token, maxAgeSeconds: row.sharedDevice ? undefined : left };
}
