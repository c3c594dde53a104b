import { and, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { Account } from './account-owner';
import { session } from './tables.server';

/** The account that the acting session owes a second proof of. Throws `forbidden` unless it waits for one. */
export async function owedAccount(ctx: Ctx<ActorOf<'phone-verified'>>): Promise<Account> {
  const { sessionId, role } = ctx.actor;
  const [owed] = await ctx.db
    .select({ subjectId: session.subjectId })
    .from(session)
    .where(
      and(eq(session.id, sessionId), eq(session.phase, 'email-proof'), eq(session.principal, role)),
    );
  if (!owed?.subjectId) throw new AppError('forbidden');
  return { kind: role, id: owed.subjectId };
}
