import { count, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { after, minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import type { StaffIdentity } from '../staff-records';
import { staffAccount, staffPasskey, staffSession } from '../tables.server';
import { freshFactorMinutes } from '../settings';

/** Who is signed in, as the console shows it. Throws `unauthenticated` when the session ended meanwhile. */
export async function staffIdentityOf(ctx: Ctx<ActorOf<'staff'>>): Promise<StaffIdentity> {
  const [row] = await ctx.db
    .select({
      id: staffAccount.id,
      email: staffAccount.email,
      name: staffAccount.name,
      role: staffAccount.role,
      provedAt: staffSession.provedAt,
    })
    .from(staffSession)
    .innerJoin(staffAccount, eq(staffAccount.id, staffSession.staffId))
    .where(eq(staffSession.id, ctx.actor.sessionId));
  if (!row) throw new AppError('unauthenticated');
  const [passkeys] = await ctx.db
    .select({ n: count() })
    .from(staffPasskey)
    .where(eq(staffPasskey.staffId, row.id));
  const { provedAt, ...who } = row;
  const freshUntil = after(provedAt, minutes(freshFactorMinutes)).toISOString();
  return { ...who, freshUntil, passkeys: passkeys!.n };
}
