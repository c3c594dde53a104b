import {
  and,
  arrayContains,
  asc,
  desc,
  eq,
  getTableColumns,
  ilike,
  isNotNull,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { allowedEventsOf, audit } from '#engine';
import { AppError } from '#platform/base/errors';
import { instantsOf, pick } from '#platform/base/fields';
import type { CtxOf } from '#platform/context';
import { type HomeRecord, totalCap } from '#platform/lists/console-records';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  choose,
  chooseIds,
  findPage,
  type Listing,
  meets,
  type Narrowing,
} from '#platform/lists/list-page';
import { beginsWith, holdsByIndex } from '#platform/lists/list-query';
import { homeQueue, type Queue } from '#platform/lists/queue-figures';
import { readSetting } from '#platform/settings/settings';
import { perDay } from '#platform/time/day-series';
import type { MonthFigure } from '#platform/time/month-series';
import { today } from '#platform/time/clock';
import { picturesOf } from './pictures.server';
import { waitingChanges } from './points.server';
import { profileOf } from './profile.server';
import { applicationFlow } from './projection.server';
import {
  type ClinicRow,
  type DocumentRow,
  documentsOf,
  findClinic,
  readPromises,
} from './queries.server';
import { detached, documentRequirements, legalKindsOf, unacceptedKinds } from './rules';
import type { ReviewPromise } from './schemas';
import type { ClinicDetailRecord, clinicList, ClinicRecord } from './staff-schemas';
import { applicationActivity, clinic, clinicNote } from './tables.server';
import { type DocumentKind, requiredWith } from './values';
import {
  applicationVersion,
  isVerified,
  noteOpened,
  verificationsOf,
} from './verifications.server';

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Names of the machine's events as the console sends them. */
const names: Readonly<Record<string, string>> = {
  'clinic-onboarding.approve': 'approve',
  'clinic-onboarding.reject': 'reject',
  'clinic-onboarding.suspend': 'suspend',
  'clinic-onboarding.reinstate': 'reinstate',
};

/** What of a record the row does not hold: the events that the flow would accept, and the days promised. */
interface Beside {
  readonly allowed: readonly string[];
  readonly promise: ReviewPromise | null;
}

/** The row of a list. */
const toClinicRecord = (row: ClinicRow, { allowed, promise }: Beside): ClinicRecord => ({
  ...pick(
    row,
    ['id', 'clinicName', 'doctorName', 'city', 'country', 'specialties', 'licenseNumber'],
    ['status', 'stage'],
  ),
  ...instantsOf(row, ['registeredAt', 'completeAt', 'dueAt']),
  promise,
  decidedAt: instant(row.decidedAt),
  resubmissions: row.resubmissions,
  checksSince: instant(row.checksSince),
  allowedEvents: [...allowed.flatMap((type) => names[type] ?? []), 'note'],
});

type Request = RequestOf<typeof clinicList>;

const { registeredAt, clinicName, city, status, stage, completeAt, dueAt, decidedAt } = clinic;

const listing: Listing<Request['sort']['field']> = {
  table: clinic,
  id: clinic.id,
  own: registeredAt,
  columns: { registeredAt, clinicName, city, status, completeAt, dueAt, decidedAt },
  partitions: [
    { column: stage, chosen: 'few' },
    { column: status, sorts: [clinicName, city, completeAt, dueAt, decidedAt] },
  ],
};

const isLate = sql`(${status} = 'pending' and ${dueAt} is not null and ${dueAt} <= platform.now())`;

const waits = sql`${clinic.checksSince} is not null`;

function narrowing({ filter: { late, checks, q, ...filter } }: Request): Narrowing {
  const choices = [
    chooseIds(clinic.id, filter.id),
    choose(status, filter.status),
    choose(status, filter.stage || late ? ['pending'] : undefined),
    choose(stage, filter.stage),
  ];
  const where = and(
    checks === undefined ? undefined : checks ? waits : not(waits),
    late === undefined ? undefined : late ? isLate : not(isLate),
  );
  const search = and(
    filter.specialty ? arrayContains(clinic.specialties, [filter.specialty]) : undefined,
    filter.city ? holdsByIndex([city], filter.city) : undefined,
  );
  return q
    ? { among: holding(q, search, where, meets(choices)) }
    : {
        choices,
        search,
        span: filter.city ? { column: city, partition: status, words: filter.city } : undefined,
        where,
      };
}

const found = sql`select ${clinic.id}, ${registeredAt}, ${clinicName}, ${city}, ${status}, ${completeAt}, ${dueAt}, ${decidedAt}
  from ${clinic}`;

/**
 * As many as are counted, and one more: what so many have is found by more words. License numbers that begin with the
 * words come first and from an index that can be left after so many: those of a country all begin alike.
 */
function holding(q: string, ...conditions: Array<SQL | undefined>): SQL {
  const begins = beginsWith(clinic.licenseNumber, q);
  return sql`select * from (
    ${found} where ${and(begins, ...conditions)}
    union all ${found} where ${and(words(q), not(begins), ...conditions)}) holding
  limit ${sql.raw(String(totalCap + 1))}`;
}

/** A phone is found by its digits, however they are set apart. */
function words(q: string): SQL | undefined {
  const digits = /^[+\d\s().-]+$/.test(q) ? q.replace(/\D/g, '') : '';
  return or(
    holdsByIndex([clinic.clinicName, clinic.doctorName, clinic.licenseNumber], q),
    digits.length >= 3 ? ilike(clinic.phone, `%${digits}%`) : undefined,
  );
}

/** A page of all clinics with where their applications stand. */
export async function listClinics(
  ctx: CtxOf<'staff'>,
  request: Request,
): Promise<Page<ClinicRecord>> {
  const page = findPage(listing, request, narrowing(request));
  const rows = await ctx.db
    .select({ ...getTableColumns(clinic), found: page.found })
    .from(clinic)
    .innerJoin(page.keys, page.isOn)
    .orderBy(page.order);
  const ids = rows.map(({ id }) => id);
  const allowed = await allowedEventsOf(ctx, applicationFlow, ids);
  const promiseOf = await readPromises(ctx);
  return page.answer(
    ctx,
    rows.map((row) =>
      toClinicRecord(row, { allowed: allowed.get(row.id) ?? [], promise: promiseOf(row) }),
    ),
    rows[0]?.found,
  );
}

/**
 * One clinic as it stands, with notes of the review team and its history.
 *
 * @throws AppError `not_found`
 */
export async function clinicForStaff(ctx: CtxOf<'staff'>, id: string): Promise<ClinicDetailRecord> {
  const row = await findClinic(ctx, id);
  if (!row) throw new AppError('not_found');
  return recordOf(ctx, row, await documentsOf(ctx, id));
}

async function recordOf(
  ctx: CtxOf<'staff'>,
  row: ClinicRow,
  documents: readonly DocumentRow[],
): Promise<ClinicDetailRecord> {
  const { id } = row;
  const allowed = await allowedEventsOf(ctx, applicationFlow, [id]);
  const promise = (await readPromises(ctx))(row);
  const record = toClinicRecord(row, { allowed: allowed.get(id) ?? [], promise });
  const day = await today(ctx);
  const requirements = await readSetting(ctx, documentRequirements);
  const legal = legalKindsOf(requirements, row, day);
  const required = requiredWith(legal);
  const shown = await publicSideOf(ctx, row, { documents, day, required });
  return {
    ...record,
    ...shown,
    allowedEvents: [...record.allowedEvents, ...checkEvents(shown)],
    phoneNumber: row.phone === detached(id) ? null : row.phone,
    ...pick(row, ['email', 'address', 'website', 'experience', 'description', 'reason']),
    version: applicationVersion(row, documents),
    legal,
    unaccepted: unacceptedKinds(documents, required),
    notes: await notesOf(ctx, id),
    history: await historyOf(ctx, id),
  };
}

/** What of a clinic everybody may come to see, with what of it waits for a check. */
async function publicSideOf(
  ctx: CtxOf<'staff'>,
  row: ClinicRow,
  {
    documents,
    day,
    required,
  }: {
    readonly documents: readonly DocumentRow[];
    readonly day: string;
    readonly required: readonly DocumentKind[];
  },
) {
  const { slug, listed } = row;
  const { doctors, languages, currency, billing } = await profileOf(ctx, row.id);
  const verifications = verificationsOf(documents, day);
  const changes = await waitingChanges(ctx, row.id);
  const pictures = await picturesOf(ctx, row.id);
  return {
    ...{ slug, listed, languages: [...languages], currency, billing, doctors: [...doctors] },
    mayOffer: row.status === 'approved' && isVerified(verifications, required),
    verifications: verifications.map(({ checkedAt, ...rest }) => ({
      ...rest,
      checkedAt: checkedAt.toISOString(),
    })),
    changes: changes.map(({ id, point, value, askedAt }) => ({
      ...{ id, point, value },
      askedAt: askedAt.toISOString(),
    })),
    pictures: pictures.map(
      ({ id, review, reason, doctorName, reviewedBy, reviewedAt, ...rest }) => ({
        ...{ id, review, reason, doctorName, reviewedBy, width: rest.width, height: rest.height },
        reviewedAt: reviewedAt?.toISOString() ?? null,
        createdAt: rest.createdAt.toISOString(),
      }),
    ),
  };
}

const checkEvents = ({
  changes,
  pictures,
}: Pick<ClinicDetailRecord, 'changes' | 'pictures'>): string[] => [
  ...(changes.length > 0 ? ['accept-change', 'refuse-change'] : []),
  ...(pictures.some(({ review }) => review !== 'shown') ? ['accept-picture'] : []),
  ...(pictures.some(({ review }) => review !== 'refused') ? ['refuse-picture'] : []),
];

/**
 * As {@link clinicForStaff} for somebody who looks at it: logged before it is answered, and kept as what this person was
 * shown.
 *
 * @throws AppError `not_found`
 */
export async function readClinicForStaff(
  ctx: CtxOf<'staff'>,
  id: string,
): Promise<ClinicDetailRecord> {
  const row = await findClinic(ctx, id);
  if (!row) throw new AppError('not_found');
  const documents = await documentsOf(ctx, id);
  const record = await recordOf(ctx, row, documents);
  await noteOpened(ctx, row, documents);
  await audit(ctx, {
    action: 'clinic-onboarding.application-read',
    object: { type: 'clinic', id: record.id },
    details: { status: record.status },
  });
  return record;
}

/** Newest first. */
async function notesOf(
  ctx: CtxOf<'staff'>,
  clinicId: string,
): Promise<ClinicDetailRecord['notes']> {
  const { id, staffId, text, at } = clinicNote;
  const rows = await ctx.db
    .select({ id, staffId, text, at })
    .from(clinicNote)
    .where(eq(clinicNote.clinicId, clinicId))
    .orderBy(desc(at), desc(id));
  return rows.map((note) => ({ ...note, at: note.at.toISOString() }));
}

/** Oldest first. */
async function historyOf(
  ctx: CtxOf<'staff'>,
  clinicId: string,
): Promise<ClinicDetailRecord['history']> {
  const { id, kind, at, actor, facts } = applicationActivity;
  const rows = await ctx.db
    .select({ id, kind, at, actor, facts })
    .from(applicationActivity)
    .where(eq(applicationActivity.clinicId, clinicId))
    .orderBy(asc(id));
  return rows.map((entry) => ({ ...entry, at: entry.at.toISOString() }));
}

const isComplete = and(eq(clinic.status, 'pending'), isNotNull(clinic.completeAt))!;

export const applicationRows: Queue = {
  id: 'clinics',
  table: clinic,
  where: isComplete,
  first: clinic.dueAt,
  isLate: sql`${clinic.dueAt} <= platform.now()`,
};

/** Applications that wait for a decision, with the most urgent promises. */
export const applicationQueue = (ctx: CtxOf<'staff'>) =>
  homeQueue(ctx, applicationRows, { id: clinic.id, label: clinic.clinicName, isPromised: true });

/** Registrations and approvals of thirty days. Decisions are asked for in the words of their index. */
export const applicationCharts = async (
  ctx: CtxOf<'staff'>,
): Promise<Pick<HomeRecord['charts'], 'registrations' | 'approvals'>> => ({
  registrations: await perDay(ctx, 'registrations', clinic.registeredAt),
  approvals: await perDay(
    ctx,
    'approvals',
    applicationActivity.at,
    sql`${applicationActivity.kind} = 'approved'`,
  ),
});

/** Enough to know the middle. */
const latestDecisions = 100;

/**
 * Hours from complete to decided, in the middle of the latest decisions of thirty days; null below five. Suspending
 * and reinstating are no decisions about an application.
 */
export async function medianReviewHours(ctx: CtxOf<'staff'>): Promise<number | null> {
  const latest = ctx.db
    .select({
      hours:
        sql<number>`extract(epoch from ${applicationActivity.at} - ${clinic.completeAt}) / 3600`.as(
          'hours',
        ),
    })
    .from(applicationActivity)
    .innerJoin(clinic, eq(clinic.id, applicationActivity.clinicId))
    .where(
      and(
        sql`${applicationActivity.at} >= platform.now() - interval '30 days'`,
        sql`${applicationActivity.at} >= ${clinic.completeAt}`,
        sql`${applicationActivity.kind} in ('approved', 'rejected')`,
      ),
    )
    .orderBy(desc(applicationActivity.at))
    .limit(latestDecisions)
    .as('latest');
  const [row] = await ctx.db
    .select({
      decisions: sql<number>`count(*)::int`,
      median: sql<number | null>`percentile_cont(0.5) within group (order by ${latest.hours})`,
    })
    .from(latest);
  if (!row || row.decisions < 5 || row.median === null) return null;
  return Math.round(Number(row.median) * 10) / 10;
}

/** In the words of the index of decisions. */
const decided = sql`${applicationActivity.kind} in ('approved', 'rejected')`;

const within = (from: unknown, to: unknown) =>
  sql`${decided} and ${applicationActivity.at} >= ${from} and ${applicationActivity.at} < ${to}`;

const countOf =
  (kind: 'approved' | 'rejected'): MonthFigure =>
  (from, to) =>
    sql`select count(*) from ${applicationActivity} where ${within(from, to)} and ${applicationActivity.kind} = ${kind}`;

/** Enough to know the middle. */
const mostDecisions = 1_000;
/** Fewer say more about chance than about the review. */
const smallestSample = 5;

/** Minutes from complete documents to the decision, in the middle. Suspending and reinstating decide no application. */
const medianMinutes: MonthFigure = (from, to) => sql`
  select case when count(*) >= ${smallestSample}
    then round(percentile_cont(0.5) within group (order by took.minutes)) end
  from (select extract(epoch from ${applicationActivity.at} - ${clinic.completeAt}) / 60 as minutes
        from ${applicationActivity} join ${clinic} on ${clinic.id} = ${applicationActivity.clinicId}
        where ${within(from, to)} and ${applicationActivity.at} >= ${clinic.completeAt}
        order by ${applicationActivity.at} desc limit ${mostDecisions}) took`;

/** How applications of clinics were decided, month by month, and how long the team took. */
export const decisionMonths = {
  'clinics.approved': countOf('approved'),
  'clinics.rejected': countOf('rejected'),
  'clinics.minutes': medianMinutes,
};
