import { sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { inSeconds, type Duration } from '#platform/base/duration';
import { clinicAccount, session, staffAccount, staffSession } from '../tables.server';
import { isActiveAccount } from './staff-session.server';
import type { Principal } from './open-session.server';

/** A session as somebody shows it who stays: whose it is said to be, and the sha-256 of its token. */
export interface ShownSession {
  readonly principal: Principal;
  readonly subjectId: string;
  readonly sessionId: string;
  readonly tokenHash: Buffer;
}

/**
 * For each session: null when it holds for longer than `within`, else for how many milliseconds it does, 0 when it is
 * over. The same rules as for a request's session, in one statement for all of them; none is renewed.
 */
export async function timeLeftOf(
  ctx: Ctx,
  shown: readonly ShownSession[],
  within: Duration,
): Promise<Array<number | null>> {
  const { rows } = await ctx.db.execute<{ n: string; milliseconds: number }>(sql`
    with shown as materialized (
      select * from unnest(
        ${sql.param(shown.map(({ principal }) => principal))}::text[],
        ${sql.param(shown.map(({ subjectId }) => subjectId))}::uuid[],
        ${sql.param(shown.map(({ sessionId }) => sessionId))}::uuid[],
        ${sql.param(shown.map(({ tokenHash }) => tokenHash))}::bytea[]
      ) with ordinality as s(principal, subject_id, id, token_hash, n)),
    ends as (
      select shown.n, least(${session.expiresAt},
        ${session.lastSeenAt} + make_interval(secs => ${session.idleSeconds})) as at
      from shown
      join ${session} on ${session.id} = shown.id and ${session.tokenHash} = shown.token_hash
        and ${session.principal} = shown.principal and ${session.subjectId} = shown.subject_id
        and ${session.phase} = 'full' and ${session.endedAt} is null
      left join ${clinicAccount} on ${clinicAccount.id} = shown.subject_id
      where shown.principal = 'patient' or (shown.principal = 'clinic' and ${clinicAccount.id} is not null)
      union all
      select shown.n, least(${staffSession.expiresAt},
        ${staffSession.lastSeenAt} + make_interval(secs => ${staffSession.idleSeconds}))
      from shown
      join ${staffSession} on ${staffSession.id} = shown.id and ${staffSession.tokenHash} = shown.token_hash
        and ${staffSession.staffId} = shown.subject_id and ${staffSession.endedAt} is null
      join ${staffAccount} on ${staffAccount.id} = ${staffSession.staffId} and ${isActiveAccount}
      where shown.principal = 'staff')
    select shown.n,
      greatest(coalesce(extract(epoch from ends.at - platform.now()) * 1000, 0), 0)::float8 as milliseconds
    from shown left join ends using (n)
    where ends.at is null or ends.at <= platform.now() + make_interval(secs => ${inSeconds(within)})`);
  const left: Array<number | null> = shown.map(() => null);
  for (const { n, milliseconds } of rows) left[Number(n) - 1] = milliseconds;
  return left;
}
