import { isAmong } from '#platform/base/columns.server';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { type DetailName, detailsAmong, type SubTreatment } from '#contracts/consultation';
import { sqlNow } from '#platform/time/clock';
import { requireRow } from '#platform/lists/find-row';
import { instantsOf, pick } from '#platform/base/fields';
import type { Ctx, CtxOf, TxCtxOf } from '#platform/context';
import { type Cursor, readCursor, writeCursor } from '#platform/base/cursor';
import { type Duration, inSeconds } from '#platform/base/duration';
import { isId } from '#platform/base/ids';
import type { LeadCounts, LeadDetails, LeadDto } from './schemas';
import { activity, lead } from './tables.server';
import { activeStatuses, type LeadStatus } from './values';

export type LeadRow = typeof lead.$inferSelect;
const ownedBy = (ctx: CtxOf<'patient'>) => eq(lead.patientId, ctx.actor.id);

/** @throws AppError `not_found`, the same for somebody else's, a missing and an impossible id. */
export async function ownLead(ctx: CtxOf<'patient'>, id: string): Promise<LeadRow> {
  return requireRow(ctx, lead, id, { which: ownedBy(ctx) });
}

/** Newest first, after `cursor`; one more than `limit` when there are more. */
const ownLeadsAfter = (
  ctx: CtxOf<'patient'>,
  page: { cursor: Cursor | null; limit: number; which?: SQL },
): Promise<LeadRow[]> =>
  ctx.db
    .select()
    .from(lead)
    .where(
      and(
        ownedBy(ctx),
        page.which,
        page.cursor
          ? sql`(${lead.createdAt}, ${lead.id}) < (${page.cursor.at}::timestamptz, ${page.cursor.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(lead.createdAt), desc(lead.id))
    .limit(page.limit + 1);

/** What the acting patient has sent before a request. */
export interface SubmissionHistory {
  /** The request itself is there already. */
  readonly known: boolean;
  /** One for the same thing is not over. */
  readonly openForTheSame: boolean;
  /** How many in the last day. */
  readonly sentToday: number;
}

/** Read at once, before the request is stored. */
export async function submissionHistoryOf(
  ctx: CtxOf<'patient'>,
  leadId: string,
  { subTreatment, bodyArea }: Pick<LeadRow, 'subTreatment' | 'bodyArea'>,
): Promise<SubmissionHistory> {
  const same = and(
    eq(lead.subTreatment, subTreatment),
    eq(lead.bodyArea, bodyArea),
    inArray(lead.status, ['pending', 'reviewed', 'offers_received']),
  );
  const [row] = await ctx.db
    .select({
      known: sql<boolean>`coalesce(bool_or(${lead.id} = ${leadId}), false)`,
      openForTheSame: sql<boolean>`coalesce(bool_or(${same}), false)`,
      sentToday: sql<number>`(count(*) filter (where ${lead.createdAt} > ${sqlNow} - interval '1 day'))::int`,
    })
    .from(lead)
    .where(ownedBy(ctx));
  return row!;
}

/** The owner's view of a row. The phone is the session's, so that no other person's can be in it. */
export const toOwnLead = (ctx: CtxOf<'patient'>, row: LeadRow): LeadDto => ({
  _id: row.id,
  phoneNumber: ctx.actor.phone,
  ...detailsAmong(row),
  description: row.description,
  photos: row.photos,
  ...(row.patientInfo ? { patientInfo: row.patientInfo } : {}),
  status: row.status,
  offersCount: row.offersCount,
  createdAt: row.createdAt.toISOString(),
});

/**
 * One request of the acting patient with its dates.
 *
 * @throws AppError `not_found`
 */
export async function readLead(
  ctx: CtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<LeadDetails> {
  const row = await ownLead(ctx, leadId);
  const happened = await ctx.db
    .select({ id: activity.id, leadId: activity.leadId, kind: activity.kind, at: activity.at })
    .from(activity)
    .where(and(eq(activity.leadId, row.id), eq(activity.patientId, ctx.actor.id)))
    .orderBy(asc(activity.id));
  return {
    lead: toOwnLead(ctx, row),
    ...instantsOf(
      row,
      ['screeningEndsAt', 'sentBackAt', 'publishedAt', 'offersDueAt', 'expiresAt'],
      ['widenedAt', 'noticeAt', 'completedAt', 'cancelledAt'],
    ),
    cancelledBy: row.cancelledBy,
    cancelReason: row.cancelReason,
    acceptedOfferId: row.acceptedOfferId,
    activity: happened.map(({ at, ...rest }) => ({
      ...rest,
      subTreatment: row.subTreatment,
      at: at.toISOString(),
    })),
  };
}

/** A request of the acting patient, without what happened to it. @throws AppError `not_found` */
export const readLeadAlone = async (
  ctx: CtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<LeadDto> => toOwnLead(ctx, await ownLead(ctx, leadId));

interface OwnLeads {
  readonly leads: LeadDto[];
  /** Ids of those that the team asks the patient to change. */
  readonly sentBack: readonly string[];
  readonly nextCursor: string | null;
}

/** Rows of one page of every list. */
const pageSize = 20;

type LeadTab = 'active' | 'completed';

/**
 * The acting patient's requests, newest first. `tab` narrows to those in progress, or to those that are over; `ahead` are
 * the ids of requests whose treatment lies ahead: they are in progress although their offer was chosen.
 *
 * @throws AppError `invalid_cursor`
 */
export async function listLeads(
  ctx: CtxOf<'patient'>,
  { cursor, tab, ahead = [] }: { cursor?: string; tab?: LeadTab; ahead?: readonly string[] } = {},
): Promise<OwnLeads> {
  const rows = await ownLeadsAfter(ctx, {
    cursor: cursor ? readCursor(cursor) : null,
    limit: pageSize,
    which: tab && isOfTab(tab, ahead),
  });
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  return {
    leads: page.map((row) => toOwnLead(ctx, row)),
    sentBack: page.filter(({ sentBackAt }) => sentBackAt !== null).map(({ id }) => id),
    nextCursor:
      rows.length > pageSize && last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

function isOfTab(tab: LeadTab, ahead: readonly string[]): SQL | undefined {
  const isActive = or(inArray(lead.status, [...activeStatuses]), isAmong(lead.id, ahead))!;
  return tab === 'active' ? isActive : not(isActive);
}

/** What clinics may find a published request by, and what its card says. */
interface PresentLead extends Pick<
  typeof lead.$inferSelect,
  'id' | 'patientId' | DetailName | 'widened' | 'offersCount'
> {
  /** How many. */
  readonly photos: number;
  readonly publishedAt: Date;
}

// Written out: the indexes of published requests are asked for by these words.
const published = sql`${lead.status} in ('reviewed', 'offers_received')`;

/**
 * Those of these requests that are published now. With `lock`, all of them stay as they are until the transaction
 * ends, and what was changed just before is seen.
 */
export async function presentLeads(
  ctx: Ctx,
  { ids, lock }: { ids: readonly string[]; lock: boolean },
): Promise<PresentLead[]> {
  const all = ctx.db
    .select({ ...shown, status: lead.status })
    .from(lead)
    .where(isAmong(lead.id, ids))
    .orderBy(asc(lead.id));
  // Judged after the lock: whoever held it may have ended the request.
  const rows = await (lock ? all.for('no key update') : all);
  return rows.flatMap(({ status, publishedAt, ...row }) =>
    (status === 'reviewed' || status === 'offers_received') && publishedAt
      ? [{ ...row, publishedAt }]
      : [],
  );
}

const shown = {
  id: lead.id,
  patientId: lead.patientId,
  ...detailsAmong(lead),
  photos: sql<number>`cardinality(${lead.photos})`,
  widened: lead.widened,
  publishedAt: lead.publishedAt,
  offersCount: lead.offersCount,
};

/** The next published requests after an id (null: from the first), by their ids. */
export async function publishedIdsAfter(
  ctx: Ctx,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: lead.id })
    .from(lead)
    .where(and(published, after === null ? undefined : gt(lead.id, after)))
    .orderBy(asc(lead.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Requests that were published within the last `length` and still are, oldest first. */
export async function publishedIdsSince(ctx: Ctx, length: Duration): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: lead.id })
    .from(lead)
    .where(
      and(
        published,
        gt(lead.publishedAt, sql`${sqlNow} - make_interval(secs => ${inSeconds(length)})`),
      ),
    )
    .orderBy(asc(lead.publishedAt), asc(lead.id));
  return rows.map(({ id }) => id);
}

/** The ids of the acting patient's requests that are not over; they stay as they are until the transaction ends. */
export async function lockOpenLeads(ctx: TxCtxOf<'patient'>): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: lead.id })
    .from(lead)
    .where(and(eq(lead.patientId, ctx.actor.id), inArray(lead.status, activeStatuses)))
    .orderBy(asc(lead.id))
    .for('no key update');
  return rows.map(({ id }) => id);
}

/** What matching clinics may know of a request that was published; nothing that says who the patient is but their id. */
export interface LeadForClinics extends Pick<
  typeof lead.$inferSelect,
  | 'id'
  | 'patientId'
  | DetailName
  | 'widened'
  | 'description'
  | 'photos'
  | 'patientInfo'
  | 'status'
  | 'offersCount'
> {
  readonly publishedAt: Date;
}

const columns = {
  id: lead.id,
  patientId: lead.patientId,
  ...detailsAmong(lead),
  ...pick(
    lead,
    ['widened', 'description', 'photos', 'patientInfo', 'status', 'offersCount'],
    ['publishedAt'],
  ),
};

/** A request that is or was published; null for any other, an unknown and an impossible id. Who may see it is the caller's to decide. */
export async function leadForClinics(
  ctx: Ctx,
  { leadId }: { leadId: string },
): Promise<LeadForClinics | null> {
  if (!isId(leadId)) return null;
  const [row] = await ctx.db
    .select(columns)
    .from(lead)
    .where(and(eq(lead.id, leadId), isNotNull(lead.publishedAt)));
  return row?.publishedAt ? { ...row, publishedAt: row.publishedAt } : null;
}

/** What these requests are about, by id, in whatever state they are. */
export async function detailsOfLeads(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.readDb
    .select({ id: lead.id, patientId: lead.patientId, status: lead.status, ...detailsAmong(lead) })
    .from(lead)
    .where(isAmong(lead.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

const countOf = (status: 'completed' | 'cancelled') =>
  sql<number>`(count(*) filter (where ${lead.status} = ${status}))::int`;

/** The acting patient's requests in figures. */
export async function countLeads(ctx: CtxOf<'patient'>): Promise<LeadCounts> {
  const [row] = await ctx.db
    .select({
      total: sql<number>`count(*)::int`,
      active: sql<number>`(count(*) filter (where ${lead.status} not in ('completed', 'cancelled')))::int`,
      completed: countOf('completed'),
      cancelled: countOf('cancelled'),
      offers: sql<number>`coalesce(sum(${lead.offersCount}), 0)::int`,
    })
    .from(lead)
    .where(eq(lead.patientId, ctx.actor.id));
  return row!;
}

/** Two of the acting patient's requests, those with offers to decide on first: enough to know whether one alone waits. */
export async function foremostLeads(
  ctx: CtxOf<'patient'>,
): Promise<{ id: string; status: LeadStatus }[]> {
  return ctx.db
    .select({ id: lead.id, status: lead.status })
    .from(lead)
    .where(eq(lead.patientId, ctx.actor.id))
    .orderBy(desc(sql`${lead.status} = 'offers_received'`), desc(lead.createdAt), desc(lead.id))
    .limit(2);
}

/** Requests that wait for a person: in no window, and not with their patient. */
export const isHeld = and(
  eq(lead.status, 'pending'),
  isNull(lead.screeningEndsAt),
  isNull(lead.sentBackAt),
)!;

/** Requests that wait for a person because the automatic checks found something; oldest first. */
export const heldLeads = (ctx: CtxOf<'staff' | 'system'>) =>
  ctx.db
    .select({
      id: lead.id,
      createdAt: lead.createdAt,
      subTreatment: lead.subTreatment,
      findings: lead.findings,
      description: lead.description,
    })
    .from(lead)
    .where(isHeld)
    .orderBy(asc(lead.createdAt), asc(lead.id))
    .limit(100);

/** Ids of the latest requests for a treatment, of a year at most, for what is said of all of them together. */
export async function latestLeadsFor(
  ctx: Ctx,
  { subTreatment, most }: { subTreatment: SubTreatment; most: number },
): Promise<string[]> {
  const rows = await ctx.readDb
    .select({ id: lead.id })
    .from(lead)
    .where(
      and(
        eq(lead.subTreatment, subTreatment),
        sql`${lead.createdAt} > platform.now() - interval '1 year'`,
      ),
    )
    .orderBy(desc(lead.createdAt), desc(lead.id))
    .limit(most);
  return rows.map(({ id }) => id);
}

/** When a request was sent and published, and when it expires if it is; null for an unknown one. For the worker's mails. */
export async function leadDates(
  ctx: Ctx,
  { leadId }: { leadId: string },
): Promise<{ sentAt: Date; publishedAt: Date | null; closesAt: Date | null } | null> {
  const [row] = await ctx.db
    .select({ sentAt: lead.createdAt, publishedAt: lead.publishedAt, closesAt: lead.expiresAt })
    .from(lead)
    .where(eq(lead.id, leadId));
  return row ?? null;
}

/** What requests are for, by id; one that is unknown is missing. For the words of notices. */
export async function subTreatmentsOf(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: lead.id, subTreatment: lead.subTreatment })
    .from(lead)
    .where(isAmong(lead.id, ids));
  return new Map(rows.map(({ id, subTreatment }) => [id, subTreatment]));
}

/** @throws AppError `not_found`, the same for a request of somebody else and for none */
export const requireOwnLead = async (
  ctx: CtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<void> => void (await ownLead(ctx, leadId));
