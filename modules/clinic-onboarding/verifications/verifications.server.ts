import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { actorRef } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { minutes } from '#platform/base/duration';
import { withTransaction, publish, defineJob, type JobHandler } from '#engine';
import { isId } from '#platform/base/ids';
import type { JudgedDocument } from '../rules';
import { verificationEvents } from '../schemas';
import { noteChecks } from '../projection.server';
import { addActivity } from '../queries.server';
import { type DocumentKind, documentKinds, requiredKinds } from '../values';
import { clinic, clinicDocument } from '../tables.server';
import { sqlToday, sqlTodayText } from '../promise.server';

/** A document as far as it verifies something. */
export interface VerifyingDocument extends JudgedDocument {
  readonly validUntil: string | null;
  readonly supersededAt: Date | null;
}

/** What was verified by one kind of document. */
export interface Verification {
  readonly kind: DocumentKind;
  /** When the last of its documents was accepted. */
  readonly checkedAt: Date;
  /** The last day on which all of them prove anything (YYYY-MM-DD); null: none of them has an end date. */
  readonly until: string | null;
  /** The last day is over: it counts no more. */
  readonly ended: boolean;
}

/** Days before the end of a verification at which its clinic is reminded; at 0 it is told that it is over. */
export const noticesOfEnd = [60, 30, 7, 0] as const;

export const verifies = (doc: VerifyingDocument): boolean =>
  doc.review === 'accepted' &&
  doc.scan !== 'infected' &&
  doc.removedAt === null &&
  doc.supersededAt === null;

/** Kind by kind what stands verified; `today` is YYYY-MM-DD. A kind is over with the first of its documents. */
export function verificationsOf(docs: readonly VerifyingDocument[], today: string): Verification[] {
  return documentKinds.flatMap((kind) => {
    const own = docs.filter((doc) => doc.kind === kind && verifies(doc));
    if (own.length === 0) return [];
    const ends = own.flatMap(({ validUntil }) => validUntil ?? []).sort();
    const until = ends[0] ?? null;
    const times = own.map(({ reviewedAt, createdAt }) => (reviewedAt ?? createdAt).getTime());
    return [
      {
        kind,
        checkedAt: new Date(Math.max(...times)),
        until,
        ended: until !== null && until < today,
      },
    ];
  });
}

/** Everything that must be verified is, and nothing that was has ended: only then new offers may be sent. */
export const isVerified = (verifications: readonly Verification[]): boolean =>
  verifications.every(({ ended }) => !ended) &&
  requiredKinds.every((kind) => verifications.some((one) => one.kind === kind));

/**
 * Whether a clinic may send new offers: it is approved, everything that must be verified is, and nothing of it has ended.
 * False for an unknown id. Offers that were sent before go on.
 */
export async function mayOffer(ctx: Ctx, clinicId: string): Promise<boolean> {
  if (!isId(clinicId)) return false;
  const rows = await ctx.db
    .select({ document: clinicDocument, day: sqlTodayText })
    .from(clinic)
    .innerJoin(clinicDocument, eq(clinicDocument.clinicId, clinic.id))
    .where(
      and(eq(clinic.id, clinicId), eq(clinic.status, 'approved'), isNull(clinicDocument.removedAt)),
    );
  const [first] = rows;
  if (!first) return false;
  const documents = rows.map(({ document }) => document);
  return isVerified(verificationsOf(documents, first.day));
}

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
  for (const { id } of owners) given += await withTransaction(ctx, (tx) => remindClinic(tx, id));
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
  await publish(ctx, verificationEvents[`clinic-onboarding.${word}`], { clinicId, kind, until });
}

const nothing = z.object({});

/** Sent by the clock once an hour. */
export const remindOfEndsJob = defineJob({
  name: 'clinic-onboarding.remind-of-ends',
  payload: nothing,
  retry: { limit: 3, delay: minutes(1), backoff: true },
  expiresAfter: minutes(30),
});

export const remindOfEndsHandler: JobHandler<typeof nothing> = async (ctx) => {
  ctx.log.info({ given: await remindOfEnds(ctx) }, 'clinic-onboarding.reminded-of-ends');
};
