import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { categories, detailsAmong, subTreatmentsOf } from '#contracts/consultation';
import { audit, actedLately, withTransaction, allowedEventsOf } from '#engine';
import type { HomeRecord } from '#platform/lists/console-records';
import { requireRow } from '#platform/lists/find-row';
import { instantsOf } from '#platform/base/fields';
import type { CtxOf } from '#platform/context';
import { perDay } from '#platform/time/day-series';
import { hours } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  type Choice,
  choose,
  chooseIds,
  findPage,
  type Listing,
  type Narrowing,
} from '#platform/lists/list-page';
import { type Queue, homeQueue } from '#platform/lists/queue-figures';
import { asksOf } from './asks.server';
import { leadFlow } from './projection.server';
import { isHeld, type LeadRow } from './queries.server';
import { type LeadDetailRecord, type leadList, type LeadRecord, staffFieldNames } from './schemas';
import { activity, hasFinding, lead } from './tables.server';

/** Names of the machine's events as the console sends them. */
const names: Readonly<Record<string, string>> = {
  'leads.approve': 'approve',
  'leads.reject': 'reject',
  'leads.send-back': 'send-back',
};

/** What may be sent now; reading the notes of a request that is not being screened always asks for a reason. */
const eventsOf = ({ status }: LeadRow, allowed: readonly string[]): string[] => [
  ...allowed.flatMap((type) => names[type] ?? []),
  ...(status === 'pending' ? [] : ['read-notes']),
];

function queueOf({ status, screeningEndsAt, sentBackAt }: LeadRow): LeadRecord['queue'] {
  if (status !== 'pending' || sentBackAt) return null;
  return screeningEndsAt ? 'screening' : 'held';
}

/** The row of a list; `allowed` are the events that the flow would accept. */
const toLeadRecord = (row: LeadRow, allowed: readonly string[]): LeadRecord => ({
  id: row.id,
  patientId: row.patientId,
  ...detailsAmong(row),
  status: row.status,
  queue: queueOf(row),
  findings: row.findings,
  photosCount: row.photos.length,
  offersCount: row.offersCount,
  widened: row.widened,
  ...instantsOf(row, ['createdAt', 'sentBackAt', 'publishedAt', 'expiresAt', 'cancelledAt']),
  cancelledBy: row.cancelledBy,
  allowedEvents: eventsOf(row, allowed),
});

type Request = RequestOf<typeof leadList>;

const { createdAt, status, treatment, subTreatment, offersCount, publishedAt, expiresAt } = lead;

const listing: Listing<Request['sort']['field']> = {
  table: lead,
  id: lead.id,
  own: createdAt,
  columns: { createdAt, status, treatment, offersCount, publishedAt, expiresAt },
  partitions: [
    { column: lead.patientId, chosen: 'few' },
    { column: status, sorts: [offersCount, publishedAt, expiresAt] },
    { column: subTreatment },
    ...staffFieldNames.map((field) => ({ column: lead[field], within: [status] })),
  ],
};

/**
 * Sub-treatments that hold the words. Where treatments are what is read one by one, those that have none of them are not
 * looked through.
 */
function named(words: string, sort: Request['sort']['field']): Choice[] {
  const holds = (name: string) => name.toLowerCase().includes(words.toLowerCase());
  const names = categories.flatMap((one) => subTreatmentsOf[one].filter(holds));
  const among = { column: subTreatment, values: names };
  if (sort !== 'treatment') return [among];
  return [
    among,
    { column: treatment, values: categories.filter((one) => subTreatmentsOf[one].some(holds)) },
  ];
}

const narrowing = ({
  filter: { id, patientId, queue, finding, q, ...filter },
  sort,
}: Request): Narrowing => ({
  choices: [
    chooseIds(lead.id, id),
    chooseIds(lead.patientId, patientId),
    choose(status, filter.status),
    choose(status, queue && ['pending']),
    ...staffFieldNames.map((field) => choose(lead[field], filter[field])),
    ...(q && !isId(q) ? named(q, sort.field) : []),
  ],
  either:
    q && isId(q)
      ? [
          { column: lead.id, values: [q] },
          { column: lead.patientId, values: [q] },
        ]
      : undefined,
  where: and(
    finding && hasFinding(finding),
    queue && (queue === 'held' ? isNull : isNotNull)(lead.screeningEndsAt),
    queue && isNull(lead.sentBackAt),
  ),
});

/** A page of all requests as staff see them: nothing in the patient's own words. */
export async function listLeadsForStaff(
  ctx: CtxOf<'staff'>,
  request: Request,
): Promise<Page<LeadRecord>> {
  return findPage(listing, request, narrowing(request)).list(ctx, lead, async (rows) => {
    const ids = rows.map(({ id }) => id);
    const allowed = await allowedEventsOf(ctx, leadFlow, ids);
    return rows.map((row) => toLeadRecord(row, allowed.get(row.id) ?? []));
  });
}

/**
 * One request as it stands, without what only its patient and matching clinics read.
 *
 * @throws AppError `not_found`
 */
export const leadForStaff = async (ctx: CtxOf<'staff'>, id: string): Promise<LeadDetailRecord> =>
  toDetail(ctx, await findLead(ctx, id));

/**
 * One request for the reviewer who looks at it: while it waits for screening with notes, medical details and photos,
 * which is logged before it is answered.
 *
 * @throws AppError `not_found`
 */
export async function readLeadForStaff(ctx: CtxOf<'staff'>, id: string): Promise<LeadDetailRecord> {
  const row = await findLead(ctx, id);
  const record = await toDetail(ctx, row);
  if (row.status !== 'pending') return record;
  const details = { status: row.status };
  await audit(ctx, { action: 'leads.notes-read', object: { type: 'lead', id: row.id }, details });
  return withNotes(row, record);
}

/**
 * The notes of a request outside its screening, for a typed reason (security 83). The log says that the glass
 * was broken; the reason lies beside it.
 *
 * @throws AppError `not_found`
 */
export function readNotes(
  ctx: CtxOf<'staff'>,
  { leadId, reason }: { leadId: string; reason: string },
): Promise<LeadDetailRecord> {
  return withTransaction(ctx, async (tx) => {
    const row = await findLead(tx, leadId);
    const details = { status: row.status, breakGlass: true };
    await audit(tx, {
      action: 'leads.notes-read',
      object: { type: 'lead', id: row.id },
      details,
      reason,
    });
    return withNotes(row, await toDetail(tx, row));
  });
}

async function findLead(ctx: CtxOf<'staff'>, id: string): Promise<LeadRow> {
  return requireRow(ctx, lead, id);
}

async function toDetail(ctx: CtxOf<'staff'>, row: LeadRow): Promise<LeadDetailRecord> {
  const allowed = await allowedEventsOf(ctx, leadFlow, [row.id]);
  const happened = await ctx.db
    .select({ id: activity.id, kind: activity.kind, at: activity.at })
    .from(activity)
    .where(eq(activity.leadId, row.id))
    .orderBy(asc(activity.id));
  const asks = await asksOf(ctx, { leadId: row.id });
  return {
    ...toLeadRecord(row, allowed.get(row.id) ?? []),
    description: null,
    patientInfo: null,
    photos: null,
    cancelReason: row.cancelReason,
    asks: asks.map(({ clinicId, state, keptUntil, refusal, endedAt }) => ({
      ...{ clinicId, state, reason: refusal },
      keptUntil: keptUntil?.toISOString() ?? null,
      endedAt: endedAt?.toISOString() ?? null,
    })),
    history: happened.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
  };
}

const withNotes = (row: LeadRow, record: LeadDetailRecord): LeadDetailRecord => ({
  ...record,
  description: row.description,
  patientInfo: row.patientInfo,
  photos: row.photos,
});

/** How many requests each of several patients has sent, by the patient's id; nobody without one is in it. */
export async function countLeadsOf(
  ctx: CtxOf<'staff'>,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (patientIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: lead.patientId, n: sql<number>`count(*)::int` })
    .from(lead)
    .where(inArray(lead.patientId, [...patientIds]))
    .groupBy(lead.patientId);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** How long a typed reason opens the photos of a request. */
const openFor = hours(1);

/**
 * Photos are read like notes: while a request is being screened, or by somebody who has typed a reason within
 * the hour.
 *
 * @throws AppError `not_found`, `forbidden`
 */
export async function requireNotesAccess(
  ctx: CtxOf<'staff'>,
  { leadId }: { leadId: string },
): Promise<void> {
  const { id, status } = await leadForStaff(ctx, leadId);
  if (status === 'pending') return;
  const broken = { action: 'leads.notes-read', object: { type: 'lead', id } };
  if (await actedLately(ctx, { ...broken, details: { breakGlass: true } }, openFor)) return;
  throw new AppError('forbidden');
}

export const screeningRows: Queue = {
  id: 'leads',
  table: lead,
  where: isHeld,
  first: lead.createdAt,
  isLate: sql`${lead.createdAt} < platform.now() - interval '1 day'`,
};

/** Requests that wait for a person, oldest first; nobody was promised a time, late is after a day. */
export const screeningQueue = (ctx: CtxOf<'staff'>) =>
  homeQueue(ctx, screeningRows, { id: lead.id, label: lead.subTreatment });

/** Requests sent and published on each of thirty days. */
export const leadCharts = async (
  ctx: CtxOf<'staff'>,
): Promise<Pick<HomeRecord['charts'], 'leads' | 'published'>> => ({
  leads: await perDay(ctx, 'leads', lead.createdAt),
  published: await perDay(ctx, 'published', lead.publishedAt, ne(lead.status, 'pending')),
});
