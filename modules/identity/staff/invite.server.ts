import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { inSeconds } from '#platform/base/duration';
import { newToken, sha256 } from '#platform/base/ids';
import { staffAccount, staffInvite } from '../tables.server';
import { inviteLife } from './settings';
import { newTotpSecret, sealTotp } from './totp';

/**
 * Makes the one link with which an account may be enrolled; earlier ones end. The token stands behind `#`,
 * which browsers keep to themselves: no server, proxy or log on the way sees it.
 */
export async function inviteTo(
  tx: TxCtx,
  staffId: string,
  totpSecret: string = newTotpSecret(),
): Promise<string> {
  await endInvites(tx, staffId);
  const token = newToken();
  const { env } = tx.services;
  await tx.db.insert(staffInvite).values({
    staffId,
    tokenHash: sha256(token),
    totpCipher: sealTotp(env, staffId, totpSecret),
    createdAt: sqlNow,
    expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(inviteLife)})`,
  });
  return `${env.PUBLIC_URL}/admin/enrol#${token}`;
}

/** Ends the links of an account that nobody used. */
export async function endInvites(tx: TxCtx, staffId: string): Promise<void> {
  await tx.db
    .update(staffInvite)
    .set({ usedAt: sqlNow })
    .where(and(eq(staffInvite.staffId, staffId), isNull(staffInvite.usedAt)));
}

export interface OpenInvite {
  readonly id: string;
  readonly staffId: string;
  readonly email: string;
  readonly name: string;
  readonly totpCipher: Buffer;
}

/** The invite of a token; null when it is unknown, used, too old, or its account is switched off. */
export async function findInvite(ctx: Ctx, token: string): Promise<OpenInvite | null> {
  const [row] = await ctx.db
    .select({
      id: staffInvite.id,
      staffId: staffInvite.staffId,
      email: staffAccount.email,
      name: staffAccount.name,
      totpCipher: staffInvite.totpCipher,
    })
    .from(staffInvite)
    .innerJoin(staffAccount, eq(staffAccount.id, staffInvite.staffId))
    .where(
      and(
        eq(staffInvite.tokenHash, sha256(token)),
        isNull(staffInvite.usedAt),
        gt(staffInvite.expiresAt, sql`platform.now()`),
        isNull(staffAccount.disabledAt),
      ),
    );
  return row ?? null;
}
