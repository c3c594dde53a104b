import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { actorRef } from '#platform/actor';
import { now } from '#platform/clock';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { publish } from '#platform/events';
import { noteChecks } from '../note-checks.server';
import { verificationFacts } from '../facts';
import { addActivity } from '../repo.server';
import type { DocumentKind } from '../status';
import { clinic, clinicDocument } from '../tables.server';
import { sqlToday } from '../today.server';
import { noticesOfEnd } from './verification';

/** Clinics at a time, each in a transaction of its own. */
const most = 200;

/** The shortest notice whose time has come; null while the end is far away. */
const due = sql<
  number | null
>`case when ${clinicDocument.validUntil} < ${sqlToday} then 0 ${sql.join(
  [...noticesOfEnd]
    .filter((days) => days > 0)
    .sort((one, other) => one - other)
    .map(
      (days) => sql`when ${clinicDocument.validUntil} - ${sqlToday} <= ${days} then ${days}::int`,
    ),
  sql` `,
)} end`;

const isDue = and(
  eq(clinicDocument.review, 'accepted'),
  isNull(clinicDocument.removedAt),
  isNull(clinicDocument.supersededAt),
  sql`${clinicDocument.validUntil} is not null`,
  sql`${clinicDocument.validUntil} <= ${sqlToday} + ${Math.max(...noticesOfEnd)}::int`,
  sql`coalesce(${clinicDocument.noticeGiven}, 1000) > ${due}`,
);

/**
 * Tells approved clinics that something verified of them ends soon, or has ended: once for each of the notices, whichever
 * worker comes first, and the shortest alone where several are due. Answers how many notices were given.
 */
export async function remindOfEnds(ctx: Ctx): Promise<number> {
  const owners = await ctx.db
    .selectDistinct({ id: clinic.id })
    .from(clinicDocument)
    .innerJoin(clinic, eq(clinic.id, clinicDocument.clinicId))
    .where(and(isDue, eq(clinic.status, 'approved')))
    .limit(most);
  let given = 0;
  for (const { id } of owners) given += await transaction(ctx, (tx) => remindClinic(tx, id));
  return given;
}

async function remindClinic(ctx: TxCtx, clinicId: string): Promise<number> {
  const { id, kind, validUntil } = clinicDocument;
  const rows = await ctx.db
    .select({ id, kind, until: validUntil, days: due })
    .from(clinicDocument)
    .where(and(eq(clinicDocument.clinicId, clinicId), isDue))
    .orderBy(id)
    .for('update', { skipLocked: true });
  for (const days of new Set(rows.map((row) => row.days!)))
    await ctx.db
      .update(clinicDocument)
      .set({ noticeGiven: days })
      .where(
        inArray(
          id,
          rows.filter((row) => row.days === days).map((row) => row.id),
        ),
      );
  // Several files of one kind that end together are one piece of news.
  const news = new Map(rows.map((row) => [`${row.kind} ${row.until}`, row]));
  for (const { kind: of, until, days } of news.values())
    await tell(ctx, { clinicId, kind: of, until: until!, ended: days === 0 });
  if (news.size > 0) await noteChecks(ctx, clinicId);
  return news.size;
}

async function tell(
  ctx: TxCtx,
  {
    clinicId,
    kind,
    until,
    ended,
  }: { clinicId: string; kind: DocumentKind; until: string; ended: boolean },
): Promise<void> {
  const word = ended ? 'verification-ended' : 'verification-ending';
  const at = await now(ctx);
  const actor = actorRef(ctx.actor);
  await addActivity(ctx, { clinicId, kind: word, at, actor, facts: { kind, until } });
  await publish(ctx, verificationFacts[`clinic-onboarding.${word}`], { clinicId, kind, until });
}
