import { and, eq, isNull, sql } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { TxCtx } from '#platform/context';
import { inSeconds } from '#platform/base/duration';
import { newId, newToken, sha256 } from '#platform/base/ids';
import { addressBlock } from '#platform/limits/rate-limit';
import { readSetting } from '#platform/settings/settings';
import { sessionLifetimes } from '../settings';
import type { OpenedSession } from '../sessions/open-session.server';
import { staffSession } from '../tables.server';
import { deviceOf } from '../sessions/device';

export interface StaffBrowser {
  /** The `User-Agent` as sent. */
  readonly userAgent: string | null;
  /** The token of the cookie that came along: its session ends, it is never adopted. */
  readonly sessionToken: string | null;
}

/** Opens a session of staff whose factors were just shown, and ends the one the browser had. */
export async function openStaffSession(
  ctx: TxCtx,
  staffId: string,
  { userAgent, sessionToken }: StaffBrowser,
): Promise<OpenedSession & { newDevice: boolean }> {
  if (sessionToken)
    await ctx.db
      .update(staffSession)
      .set({ endedAt: sqlNow })
      .where(and(eq(staffSession.tokenHash, sha256(sessionToken)), isNull(staffSession.endedAt)));
  const { idle, absolute } = (await readSetting(ctx, sessionLifetimes)).staff;
  const id = newId();
  const token = newToken();
  const device = deviceOf(userAgent);
  const ip = addressBlock(ctx.ip);
  const newDevice = await isNew(ctx, { staffId, device, ip });
  await ctx.db.insert(staffSession).values({
    id,
    tokenHash: sha256(token),
    staffId,
    idleSeconds: inSeconds(idle),
    createdAt: sqlNow,
    lastSeenAt: sqlNow,
    provedAt: sqlNow,
    expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(absolute)})`,
    ip,
    device,
  });
  return { id, token, maxAgeSeconds: inSeconds(absolute), newDevice };
}

/** Sessions are kept for thirty days after their end; a device that was away for longer counts as new. */
async function isNew(
  ctx: TxCtx,
  { staffId, device, ip }: { staffId: string; device: string; ip: string },
): Promise<boolean> {
  const [known] = await ctx.db
    .select({ id: staffSession.id })
    .from(staffSession)
    .where(
      and(
        eq(staffSession.staffId, staffId),
        eq(staffSession.device, device),
        eq(staffSession.ip, ip),
      ),
    )
    .limit(1);
  return !known;
}
