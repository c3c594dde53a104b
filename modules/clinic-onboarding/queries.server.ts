import { isAmong } from '#platform/base/columns.server';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { DateTime } from 'luxon';
import type { Currency } from '#contracts/offers';
import { appendAtCommit, recordedBy } from '#engine';
import { type Actor, type ActorOf, actorRef } from '#platform/base/actor';
import { days } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import { findRow } from '#platform/lists/find-row';
import { instantsOf, pick } from '#platform/base/fields';
import type { Ctx, CtxOf, RowKind, TxCtx, TxCtxOf } from '#platform/context';
import { readSetting } from '#platform/settings/settings';
import { teamCalendar } from '#platform/settings/team-calendar';
import { nameForOthers } from '#platform/text/contact-in-name';
import { type BusinessCalendar, businessDaysAfter } from '#platform/time/business-time';
import { now, today } from '#platform/time/clock';
import type { Evidence, ReviewClocks } from './application.machine';
import {
  type Concerned,
  concerns,
  detached,
  documentRequirements,
  isMended,
  legalKindsOf,
  missingKinds,
  reviewWindows,
  unacceptedKinds,
} from './rules';
import type {
  ApplicationDetails,
  ClinicDto,
  DocumentDto,
  RegistrationDraft,
  RequiredKind,
  ReviewPromise,
} from './schemas';
import {
  applicationActivity,
  clinic,
  clinicDocument,
  clinicProfile,
  pointChange,
  registrationDraft,
} from './tables.server';
import {
  type ApplicationEvent,
  type DocumentKind,
  requiredKinds,
  requiredWith,
  type VerifiedPoint,
} from './values';

/** How the clocks of an application run that becomes complete in this transaction. */
async function reviewClocks(ctx: TxCtx): Promise<ReviewClocks> {
  const { reminder, escalation, businessDays } = await readSetting(ctx, reviewWindows);
  const at = await now(ctx);
  const due = businessDaysAfter(await readSetting(ctx, teamCalendar), at, businessDays);
  return { reminder, escalation, breach: due.getTime() - at.getTime() };
}

/** Of one review; both null while its clocks stand still. */
interface Clocks {
  readonly completeAt: Date | null;
  readonly dueAt: Date | null;
}

/** The day that is over at `moment`: a deadline at midnight belongs to the day before it. */
const lastDayOf = ({ timeZone }: BusinessCalendar, moment: Date): string =>
  DateTime.fromMillis(moment.getTime() - 1, { zone: timeZone }).toISODate()!;

/**
 * How reviews are promised in days, by the settings of now: the escalation window counted in business days is
 * what a clinic may expect, the end of the review's own clock is the latest.
 */
export async function readPromises(ctx: Ctx): Promise<(clocks: Clocks) => ReviewPromise | null> {
  const calendar = await readSetting(ctx, teamCalendar);
  const { escalation } = await readSetting(ctx, reviewWindows);
  const expected = Math.max(1, Math.ceil(escalation / days(1)));
  return ({ completeAt, dueAt }) => {
    if (!completeAt || !dueAt) return null;
    const by = lastDayOf(calendar, businessDaysAfter(calendar, completeAt, expected));
    const latest = lastDayOf(calendar, dueAt);
    return { by: by < latest ? by : latest, latest };
  };
}

type Owning = ActorOf<'clinic'> | ActorOf<'phone-verified'>;

/** Whose documents these are: a clinic, or the verified phone that is about to register one. */
export type OwnerCtx = Ctx<Owning>;
export type OwnerTx = TxCtx<Owning>;

/**
 * E.164 of the phone that documents belong to.
 *
 * @throws AppError `forbidden` for the phone of a patient, and while a second proof is owed: they may be somebody else's
 */
export function phoneOf({ actor }: OwnerCtx): string {
  if (actor.kind === 'phone-verified' && (actor.role !== 'clinic' || actor.owesProof))
    throw new AppError('forbidden');
  return actor.phone;
}

export type ClinicRow = typeof clinic.$inferSelect;
export type DocumentRow = typeof clinicDocument.$inferSelect;

/** Who may look at any clinic: the review team, and the product itself. */
export type Reviewer = ActorOf<'staff'> | ActorOf<'system'>;

/** @throws AppError `not_found`, which a session's own clinic never is. */
export async function ownRow(ctx: CtxOf<'clinic'>): Promise<ClinicRow> {
  const [row] = await ctx.db.select().from(clinic).where(eq(clinic.id, ctx.actor.id));
  if (!row) throw new AppError('not_found');
  return row;
}

/** Null for an unknown and for an impossible id. */
export async function findClinic(ctx: Ctx<Reviewer>, id: string): Promise<ClinicRow | null> {
  return findRow(ctx, clinic, id);
}

/** Documents of a clinic that were not removed, oldest first. The caller has shown that it may see them. */
export const documentsOf = (ctx: Ctx, clinicId: string): Promise<DocumentRow[]> =>
  ctx.db
    .select()
    .from(clinicDocument)
    .where(and(eq(clinicDocument.clinicId, clinicId), isNull(clinicDocument.removedAt)))
    .orderBy(asc(clinicDocument.createdAt), asc(clinicDocument.id));

/** Uploads, removals and scans of one phone's documents take turns from here to the end of the transaction. */
export const lockDocuments = (ctx: Ctx, phone: string): Promise<unknown> =>
  ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`documents:${phone}`}, 0))`);

/** What was uploaded from a verified phone before its registration becomes the clinic's; uploads under way wait. */
export async function adoptDocuments(
  ctx: TxCtx,
  { phone, clinicId }: { phone: string; clinicId: string },
): Promise<void> {
  await lockDocuments(ctx, phone);
  await ctx.db
    .update(clinicDocument)
    .set({ clinicId })
    .where(and(eq(clinicDocument.phone, phone), isNull(clinicDocument.clinicId)));
}

/**
 * From here to the end of the transaction nobody else judges this application's documents. Taken after the
 * lock of a document's row and before the flow's, by everybody.
 */
export async function lockEvidence(ctx: TxCtx, clinicId: string): Promise<void> {
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`clinic-onboarding:${clinicId}`}, 0))`,
  );
}

interface ActivityRow {
  readonly clinicId: string;
  readonly kind: ApplicationEvent;
  readonly at: Date;
  readonly actor: string;
  facts?: Record<string, string>;
}

const activityRows: RowKind<ActivityRow> = {
  name: 'clinic_activities',
  write: (param) => `
  clinic_activities as (
    insert into clinic_onboarding.activity (clinic_id, kind, at, actor, facts)
    select "clinicId", kind, at, actor, coalesce(facts, '{}') from jsonb_to_recordset(${param}::jsonb)
      as t(n int, "clinicId" uuid, kind text, at timestamptz, actor text, facts jsonb) order by n
    returning 1)`,
};

/** Adds to the history of an application what the acting person or process has done. */
export const addActivity = (ctx: TxCtx<Actor>, row: Omit<ActivityRow, 'actor'>): Promise<void> =>
  appendAtCommit(ctx, activityRows, { ...row, actor: actorRef(ctx.actor) });

/** Adds to what the transition has just recorded, in the same transaction. */
export function publishLastActivity(
  ctx: TxCtx<Actor>,
  clinicId: string,
  facts: Record<string, string>,
): void {
  const last = recordedBy(ctx, activityRows).findLast((row) => row.clinicId === clinicId);
  if (!last) throw new Error(`nothing was recorded of clinic ${clinicId}`);
  last.facts = facts;
}

/** The clinic's own view of one of its files. */
export const toDocumentDto = (row: DocumentRow): DocumentDto => ({
  _id: row.id,
  ...pick(row, ['kind', 'name', 'contentType', 'bytes', 'scan', 'review', 'note']),
  reopened: row.reopenedAt !== null,
  validUntil: row.validUntil,
  superseded: row.supersededAt !== null,
  createdAt: row.createdAt.toISOString(),
});

/** The clinic's own view of its row. */
export const toClinicDto = (row: ClinicRow, documents: readonly DocumentRow[]): ClinicDto => ({
  _id: row.id,
  phoneNumber: row.phone,
  ...pick(
    row,
    ['clinicName', 'doctorName', 'email', 'address', 'city', 'country', 'website'],
    ['specialties', 'licenseNumber', 'experience', 'description'],
  ),
  documents: documents.map(toDocumentDto),
  isVerified: true,
  isApproved: row.status === 'approved',
  approvalStatus: row.status,
  rejectionReason: row.status === 'rejected' ? row.reason : null,
  createdAt: row.registeredAt.toISOString(),
});

/** What the law requires of such a clinic, now or later. The day is asked for only where a law is about it. */
export async function legalOf(ctx: Ctx, of: Concerned): Promise<RequiredKind[]> {
  const requirements = await readSetting(ctx, documentRequirements);
  if (!requirements.some((one) => concerns(one, of))) return [];
  return legalKindsOf(requirements, of, await today(ctx));
}

/** Kinds without which such a clinic is not approved today. */
export const requiredOf = async (ctx: Ctx, of: Concerned): Promise<DocumentKind[]> =>
  requiredWith(await legalOf(ctx, of));

async function requiredOfClinic(ctx: Ctx, clinicId: string): Promise<readonly DocumentKind[]> {
  const hasLaw = (await readSetting(ctx, documentRequirements)).length > 0;
  const row = hasLaw ? await findRow(ctx, clinic, clinicId) : null;
  return row ? requiredOf(ctx, row) : requiredKinds;
}

/** What the documents come to, with the lock under which that stays true until the transaction ends. */
export async function readEvidence(ctx: TxCtx, clinicId: string): Promise<Evidence> {
  await lockEvidence(ctx, clinicId);
  const docs = await documentsOf(ctx, clinicId);
  const required = await requiredOfClinic(ctx, clinicId);
  return {
    complete: missingKinds(docs, required).length === 0,
    accepted: unacceptedKinds(docs, required).length === 0,
    clocks: await reviewClocks(ctx),
  };
}

/** The acting clinic as it sees itself. */
export async function ownClinic(ctx: CtxOf<'clinic'>): Promise<ClinicDto> {
  const row = await ownRow(ctx);
  return toClinicDto(row, await documentsOf(ctx, row.id));
}

/** What decides which requests the acting clinic sees. */
export async function ownProfile(
  ctx: CtxOf<'clinic'>,
): Promise<Pick<ClinicDto, 'specialties' | 'city'>> {
  const { specialties, city } = clinic;
  const [row] = await ctx.db
    .select({ specialties, city })
    .from(clinic)
    .where(eq(clinic.id, ctx.actor.id));
  if (!row) throw new AppError('not_found');
  return row;
}

/** The acting clinic's application with its dates and what happened to it. */
export async function ownApplication(ctx: CtxOf<'clinic'>): Promise<ApplicationDetails> {
  const row = await ownRow(ctx);
  const documents = await documentsOf(ctx, row.id);
  const promiseOf = await readPromises(ctx);
  const legal = await legalOf(ctx, row);
  const required = requiredWith(legal);
  const { id, kind, at, facts } = applicationActivity;
  const happened = await ctx.db
    .select({ id, kind, at, facts })
    .from(applicationActivity)
    .where(eq(applicationActivity.clinicId, row.id))
    .orderBy(asc(id));
  return {
    clinic: toClinicDto(row, documents),
    stage: row.stage,
    legal,
    missing: missingKinds(documents, required),
    ...instantsOf(row, ['registeredAt', 'completeAt', 'dueAt', 'decidedAt']),
    promise: promiseOf(row),
    reason: row.reason,
    mended: row.status === 'rejected' && isMended(row, documents, happened, required),
    activity: happened.map(({ at: when, ...rest }) => ({ ...rest, at: when.toISOString() })),
  };
}

/** What the acting phone has typed about its clinic so far; null when it has not begun. */
export async function readDraft(ctx: CtxOf<'phone-verified'>): Promise<RegistrationDraft | null> {
  const [row] = await ctx.db
    .select({ fields: registrationDraft.fields })
    .from(registrationDraft)
    .where(eq(registrationDraft.phone, phoneOf(ctx)));
  return row?.fields ?? null;
}

/**
 * The clinic that the acting phone has registered, for the answer to the registration itself: its pre-session
 * is no clinic's yet.
 *
 * @throws AppError `not_found`
 */
export async function registeredClinic(
  ctx: CtxOf<'phone-verified' | 'clinic'>,
  { clinicId }: { clinicId: string },
): Promise<ClinicDto> {
  const own = and(eq(clinic.id, clinicId), eq(clinic.phone, ctx.actor.phone));
  const [row] = await ctx.db.select().from(clinic).where(own);
  if (!row) throw new AppError('not_found');
  return toClinicDto(row, await documentsOf(ctx, row.id));
}

type ApprovedProfile = Pick<ClinicDto, 'clinicName' | 'specialties' | 'city'> & {
  /** The one that its offers start with. */
  readonly currency: Currency;
};

/** What decides which requests each of these clinics sees, and what its offers begin with, by id; nothing for those that are not approved. */
export async function approvedProfiles(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, ApprovedProfile>> {
  if (ids.length === 0) return new Map();
  const { id, clinicName, specialties, city, status } = clinic;
  const { currency } = clinicProfile;
  const rows = await ctx.db
    .select({ id, clinicName, specialties, city, currency })
    .from(clinic)
    .leftJoin(clinicProfile, eq(clinicProfile.clinicId, id))
    .where(and(inArray(id, [...new Set(ids)]), eq(status, 'approved')));
  return new Map(
    rows.map(({ id: of, currency: chosen, ...profile }) => [
      of,
      { ...profile, currency: (chosen ?? 'USD') as Currency },
    ]),
  );
}

/** Where a clinic's mail goes and what it is called; null for an unknown id. For the worker. */
export async function clinicContact(
  ctx: Ctx,
  { clinicId }: { clinicId: string },
): Promise<{ email: string; name: string; proved: boolean } | null> {
  const [found] = await ctx.db
    .select({
      email: clinic.email,
      name: clinic.clinicName,
      proved: sql<boolean>`${clinic.emailProvedAt} is not null`,
    })
    .from(clinic)
    .where(eq(clinic.id, clinicId));
  return found ?? null;
}

/** What a clinic is called and what it was promised of its review; null for an unknown id. For the worker. */
export async function clinicUnderReview(
  ctx: Ctx,
  { clinicId }: { clinicId: string },
): Promise<{ name: string; promise: ReviewPromise | null } | null> {
  const { clinicName: name, completeAt, dueAt } = clinic;
  const [found] = await ctx.db
    .select({ name, completeAt, dueAt })
    .from(clinic)
    .where(eq(clinic.id, clinicId));
  return found ? { name: found.name, promise: (await readPromises(ctx))(found) } : null;
}

/** Null for an unknown change. For the worker. */
export async function changedPointOf(
  ctx: Ctx,
  { changeId }: { changeId: string },
): Promise<VerifiedPoint | null> {
  const [found] = await ctx.db
    .select({ point: pointChange.point })
    .from(pointChange)
    .where(eq(pointChange.id, changeId));
  return found?.point ?? null;
}

/** Null for an unknown document. For the worker. */
export async function documentKindOf(
  ctx: Ctx,
  { documentId }: { documentId: string },
): Promise<DocumentKind | null> {
  const [found] = await ctx.db
    .select({ kind: clinicDocument.kind })
    .from(clinicDocument)
    .where(eq(clinicDocument.id, documentId));
  return found?.kind ?? null;
}

/** How to reach a clinic, and where it is. */
export interface ClinicReach {
  readonly name: string;
  /** E.164; null while the clinic is off its number. */
  readonly phoneNumber: string | null;
  readonly email: string;
  readonly address: string;
  readonly city: string;
  /** By its English name, or as the clinic wrote it. */
  readonly country: string;
  /** The doctor in charge. */
  readonly doctorName: string;
  /** What is spoken there: ISO 639-1; empty where the clinic did not say. */
  readonly languages: readonly string[];
}

/** For the patient who has chosen a clinic, and for nobody else; null when there is no such clinic. */
export async function clinicReach(
  ctx: Ctx,
  { clinicId }: { clinicId: string },
): Promise<ClinicReach | null> {
  const {
    clinicName: name,
    phone: phoneNumber,
    email,
    address,
    city,
    country,
    doctorName,
  } = clinic;
  const { languages } = clinicProfile;
  const [found] = await ctx.db
    .select({ name, phoneNumber, email, address, city, country, doctorName, languages })
    .from(clinic)
    .leftJoin(clinicProfile, eq(clinicProfile.clinicId, clinic.id))
    .where(eq(clinic.id, clinicId));
  if (!found) return null;
  const number = found.phoneNumber === detached(clinicId) ? null : found.phoneNumber;
  return { ...found, phoneNumber: number, languages: found.languages ?? [] };
}

/** What clinics are called by others, and the city that their appointments are in, by id; one that is unknown is missing. */
export async function clinicTowns(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { name: string; city: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: clinic.id, name: clinic.clinicName, city: clinic.city })
    .from(clinic)
    .where(isAmong(clinic.id, ids));
  return new Map(
    rows.map(({ id, name, city }) => [
      id,
      { name: nameForOthers(name), city: nameForOthers(city) },
    ]),
  );
}

/**
 * Whether a clinic is approved, and its account neither closed nor off its number. The answer holds until the transaction
 * ends: a suspension and the end of the account wait for it, and are waited for where they came first. Taken before the
 * lock of any request, by everybody. False for an unknown id.
 */
export async function holdApproval(
  ctx: TxCtx,
  { clinicId }: { clinicId: string },
): Promise<boolean> {
  if (!isId(clinicId)) return false;
  const [row] = await ctx.db
    .select({ status: clinic.status, phone: clinic.phone })
    .from(clinic)
    .where(eq(clinic.id, clinicId))
    .for('share');
  return row?.status === 'approved' && row.phone !== detached(clinicId);
}

/**
 * What decides whether the acting clinic may send an offer now. It stays so until the transaction ends: whoever shuts the
 * clinic out waits, and whoever is doing so is waited for. Taken before the lock of any request, by everybody.
 *
 * @throws AppError `forbidden` for a clinic that is not approved, or whose account has ended meanwhile
 */
export async function lockOfferingProfile(
  ctx: TxCtxOf<'clinic'>,
): Promise<Pick<ApprovedProfile, 'specialties' | 'city' | 'currency'>> {
  // The lock names its table without a schema, which only an alias is called by.
  const own = alias(clinic, 'own');
  const { specialties, city, status, phone } = own;
  const [row] = await ctx.db
    .select({ specialties, city, status, phone, currency: clinicProfile.currency })
    .from(own)
    .leftJoin(clinicProfile, eq(clinicProfile.clinicId, own.id))
    .where(eq(own.id, ctx.actor.id))
    .for('share', { of: own });
  if (row?.status !== 'approved' || row.phone === detached(ctx.actor.id))
    throw new AppError('forbidden');
  return {
    specialties: row.specialties,
    city: row.city,
    currency: (row.currency ?? 'USD') as Currency,
  };
}
