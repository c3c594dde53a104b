import {
  and,
  arrayOverlaps,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { defineClockJob, type JobHandler, publish, withTransaction } from '#engine';
import { days } from '#platform/base/duration';
import type { Ctx, TxCtx } from '#platform/context';
import { readSetting } from '#platform/settings/settings';
import { now, sqlToday, today } from '#platform/time/clock';
import { documentsChanged } from './commands.server';
import { noteChecks } from './projection.server';
import { addActivity } from './queries.server';
import { type DocumentRequirement, documentRequirements, isIn, noticesOfEnd } from './rules';
import { verificationEvents } from './schemas';
import { clinic, clinicDocument, requirementNotice } from './tables.server';
import type { ApplicationEvent, DocumentKind, DocumentReview, LegalKind } from './values';

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
    await announceEnd(ctx, { clinicId, kind: of, until: until!, ended: days === 0 });
  if (news.size > 0) await noteChecks(ctx, clinicId);
  return news.size;
}

/** In the history that the clinic and staff read. */
const record = async (
  ctx: TxCtx,
  clinicId: string,
  kind: ApplicationEvent,
  about: Readonly<Record<string, string>>,
): Promise<void> => addActivity(ctx, { clinicId, kind, at: await now(ctx), facts: about });

async function announceEnd(
  ctx: TxCtx,
  {
    clinicId,
    kind,
    until,
    ended,
  }: { clinicId: string; kind: DocumentKind; until: string; ended: boolean },
): Promise<void> {
  const word = ended ? 'verification-ended' : 'verification-ending';
  await record(ctx, clinicId, word, { kind, until });
  await publish(ctx, verificationEvents[`clinic-onboarding.${word}`], { clinicId, kind, until });
}

/** The shortest notice of a first day whose time has come; null while it is far away. */
function noticeDue(from: string, day: string): number | null {
  const left = (Date.parse(from) - Date.parse(day)) / days(1);
  if (left <= 0) return 0;
  return noticesOfEnd.findLast((notice) => notice > 0 && left <= notice) ?? null;
}

interface Lacking {
  readonly requirement: DocumentRequirement;
  readonly countries: readonly string[];
}

/** A document of the kind that counts and has one of these reviews. */
const hasKind = (kind: LegalKind, reviews: readonly DocumentReview[]) => sql`exists (
  select from ${clinicDocument} where ${and(
    eq(clinicDocument.clinicId, clinic.id),
    eq(clinicDocument.kind, kind),
    inArray(clinicDocument.review, [...reviews]),
    isNull(clinicDocument.removedAt),
    isNull(clinicDocument.supersededAt),
    ne(clinicDocument.scan, 'infected'),
  )})`;

const isConcerned = ({ requirement: { specialties }, countries }: Lacking): SQL =>
  and(
    inArray(clinic.country, [...countries]),
    specialties.length > 0 ? arrayOverlaps(clinic.specialties, specialties) : undefined,
  )!;

/**
 * Reminds approved clinics of kinds that a law requires of them from a near day on and that they have not handed in, once
 * for each of the notices; on the day itself of those that are not accepted. Applications that were complete without such a
 * kind wait for it from that day on. Answers how many notices were given.
 */
export async function remindOfRequirements(ctx: Ctx): Promise<number> {
  const requirements = await readSetting(ctx, documentRequirements);
  const day = requirements.length > 0 ? await today(ctx) : '';
  const near = requirements.flatMap((requirement) => {
    const notice = noticeDue(requirement.from, day);
    return notice === null ? [] : [{ requirement, notice }];
  });
  if (near.length === 0) return 0;
  const known = await ctx.db.selectDistinct({ country: clinic.country }).from(clinic);
  const all = near.map(({ requirement, notice }) => ({
    requirement,
    notice,
    countries: known.flatMap(({ country }) => (isIn(requirement, country) ? country : [])),
  }));
  let given = 0;
  for (const lacking of all) {
    const { kind, from } = lacking.requirement;
    // Of several requirements of one kind a clinic goes by the earliest.
    const earlier = all.filter(
      (one) => one.requirement.kind === kind && one.requirement.from < from,
    );
    if (lacking.notice === 0) await reopenApplications(ctx, lacking);
    given += await remindLacking(ctx, lacking, { notice: lacking.notice, earlier });
  }
  return given;
}

async function remindLacking(
  ctx: Ctx,
  lacking: Lacking,
  { notice, earlier }: { notice: number; earlier: readonly Lacking[] },
): Promise<number> {
  const { kind, from } = lacking.requirement;
  const given = sql`exists (select from ${requirementNotice} where ${and(
    eq(requirementNotice.clinicId, clinic.id),
    eq(requirementNotice.kind, kind),
    eq(requirementNotice.fromDay, from),
    lte(requirementNotice.days, notice),
  )})`;
  const handedIn = hasKind(kind, notice === 0 ? ['accepted'] : ['accepted', 'waiting']);
  const owners = await ctx.db
    .select({ id: clinic.id })
    .from(clinic)
    .where(
      and(
        eq(clinic.status, 'approved'),
        isConcerned(lacking),
        ...earlier.map((one) => not(isConcerned(one))),
        not(handedIn),
        not(given),
      ),
    )
    .limit(most);
  let count = 0;
  for (const { id } of owners)
    count += await withTransaction(ctx, (tx) => giveNotice(tx, id, { kind, from, notice }));
  return count;
}

/** One of several workers gives it. */
async function giveNotice(
  ctx: TxCtx,
  clinicId: string,
  { kind, from, notice }: { kind: LegalKind; from: string; notice: number },
): Promise<number> {
  const { fromDay, days: shortest } = requirementNotice;
  const given = await ctx.db
    .insert(requirementNotice)
    .values({ clinicId, kind, fromDay: from, days: notice })
    .onConflictDoUpdate({
      target: [requirementNotice.clinicId, requirementNotice.kind],
      set: { fromDay: from, days: notice },
      setWhere: or(ne(fromDay, from), gt(shortest, notice)),
    })
    .returning({ kind: requirementNotice.kind });
  if (given.length === 0) return 0;
  const word = notice === 0 ? 'document-overdue' : 'document-due';
  await record(ctx, clinicId, word, { kind, from });
  await publish(ctx, verificationEvents[`clinic-onboarding.${word}`], { clinicId, kind, from });
  await noteChecks(ctx, clinicId);
  return 1;
}

/** Lets complete applications wait for a kind that is required since today. */
async function reopenApplications(ctx: Ctx, lacking: Lacking): Promise<void> {
  const isComplete = and(eq(clinic.status, 'pending'), isNotNull(clinic.completeAt));
  const handedIn = hasKind(lacking.requirement.kind, ['accepted', 'waiting']);
  const owners = await ctx.db
    .select({ id: clinic.id })
    .from(clinic)
    .where(and(isComplete, isConcerned(lacking), not(handedIn)))
    .limit(most);
  for (const { id: clinicId } of owners)
    await withTransaction(ctx, (tx) => documentsChanged(tx, { clinicId }));
}

/** Sent by the clock once an hour. */
export const remindOfEndsJob = defineClockJob('clinic-onboarding.remind-of-ends');

export const remindOfEndsHandler: JobHandler<typeof remindOfEndsJob.payload> = async (ctx) => {
  const given = (await remindOfEnds(ctx)) + (await remindOfRequirements(ctx));
  ctx.log.info({ given }, 'clinic-onboarding.reminded-of-ends');
};
