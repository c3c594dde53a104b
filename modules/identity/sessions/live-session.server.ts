import { and, eq, gt, isNull, sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { sha256 } from '#platform/base/ids';
import type { Locale } from '#platform/base/locale';
import { preparedQuery } from '#platform/database/prepared-query';
import { clinicAccount, patient, session } from '../tables.server';
import type { Principal } from './open-session.server';

export type SessionRow = typeof session.$inferSelect;
type ClinicApproval = (typeof clinicAccount.$inferSelect)['approval'];

/** What makes a session live, by the database's clock. */
export const isLive: SQL = and(
  isNull(session.endedAt),
  gt(session.expiresAt, sql`platform.now()`),
  sql`${session.lastSeenAt} + make_interval(secs => ${session.idleSeconds}) > platform.now()`,
)!;

/** A write per minute at most: idle times are hours, and every request passes here. */
export const rested = sql<boolean>`${session.lastSeenAt} < platform.now() - interval '1 minute'`;

/** A live session with what a request needs to know beside it. */
export interface LiveSession {
  readonly session: SessionRow;
  /** Of its clinic, at this moment; null without an account. */
  readonly approval: ClinicApproval | null;
  /** Of its account; null without one. */
  readonly locale: Locale | null;
  /** Was seen so long ago that it is worth a write. */
  readonly rested: boolean;
}

/** The live session of a token; null when it is unknown, ended, expired or another principal's. One statement. */
export async function findLiveSession(
  ctx: Ctx,
  { principal, token }: { principal: Principal; token: string },
): Promise<LiveSession | null> {
  const [row] = await byToken(ctx.db).execute({ hash: sha256(token), principal });
  return row ?? null;
}

const byToken = preparedQuery((db) =>
  db
    .select({
      session,
      approval: clinicAccount.approval,
      locale: sql<Locale | null>`coalesce(${patient.locale}, ${clinicAccount.locale})`,
      rested,
    })
    .from(session)
    .leftJoin(
      clinicAccount,
      and(eq(session.principal, 'clinic'), eq(clinicAccount.id, session.subjectId)),
    )
    .leftJoin(patient, and(eq(session.principal, 'patient'), eq(patient.id, session.subjectId)))
    .where(
      and(
        eq(session.tokenHash, sql.placeholder('hash')),
        eq(session.principal, sql.placeholder('principal')),
        isLive,
      ),
    )
    .prepare('live-session'),
);
