import { isAmong } from '#platform/base/columns.server';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type LeadFields, maxPhotos } from '#contracts/consultation';
import { maskText } from '#platform/masking/mask';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import { days, hours } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import {
  withTransaction,
  send,
  sendIfAccepted,
  lockAggregate,
  prepareStart,
  publishLive,
  startMachine,
} from '#engine';
import { type Rule, consumeRateLimits } from '#platform/limits/rate-limit';
import { readSetting } from '#platform/settings/settings';
import { pipeline } from '#platform/base/pipeline';
import { forgetWords } from './privacy.server';
import { leadFlow } from './projection.server';
import { ownLead, type SubmissionHistory, submissionHistoryOf, toOwnLead } from './queries.server';
import { closedLeadMonths, leadBudgets, leadWindows } from './rules';
import type { FindingCode, LeadDto } from './schemas';
import { activity, ask, lead } from './tables.server';
import { leadChanged, namesEveryCity } from './values';

/**
 * Asks to go on elsewhere. No contact data by itself, so conversations leave it; in notes, which the review team reads,
 * it is a reason to look.
 */
const invitations = [
  /\b(?:whats ?app|telegram|viber|skype|wechat) me\b/i,
  /\b(?:add|find|message|text|dm|reach|write|contact|call)\b(?: \w+){0,3} (?:on|via|by|over|through|at)(?: \w+){0,2} (?:whats ?app|telegram|signal|viber|insta(?:gram)?|facebook|messenger|snapchat|skype|wechat|discord|line)\b/i,
];

/** Clinics and patients write to each other here; contact data and links in the notes go around it. */
export function contactFindings(text: string): FindingCode[] {
  const { found } = maskText(text);
  const contact =
    found.some((kind) => kind !== 'link') ||
    invitations.some((invitation) => invitation.test(text));
  return [
    ...(contact ? ['contact-data' as const] : []),
    ...(found.includes('link') ? ['link' as const] : []),
  ];
}

/** All that somebody wrote in a request: contact data is no better in the allergies than in the notes. */
const writtenIn = ({ description, patientInfo }: LeadFields): string =>
  [description, patientInfo?.medicalHistory, patientInfo?.allergies].filter(Boolean).join('\n');

/** The automatic checks of a request that is about to be stored. Nothing found: its timer may publish it. */
async function screen(
  ctx: CtxOf<'patient'>,
  {
    fields,
    photoSeenElsewhere,
    standing,
  }: { fields: LeadFields; photoSeenElsewhere: boolean; standing: SubmissionHistory },
): Promise<FindingCode[]> {
  const findings = contactFindings(writtenIn(fields));
  if (standing.openForTheSame) findings.push('duplicate-request');
  if (photoSeenElsewhere) findings.push('photo-seen-elsewhere');
  const { unscreenedPerDay } = await readSetting(ctx, leadBudgets);
  if (standing.sentToday >= unscreenedPerDay) findings.push('too-many-requests');
  return findings;
}

interface Submission {
  /** Admitted by `precheckSubmission` in the same transaction. */
  readonly leadId: string;
  /** As the admission found it. */
  readonly standing: SubmissionHistory;
  readonly fields: LeadFields;
  /** A photo of it also belongs to a request of another patient. */
  readonly photoSeenElsewhere: boolean;
}

/** Stores a new request, checks it, and starts its clocks, within the caller's transaction. */
export async function submitLead(
  ctx: TxCtxOf<'patient'>,
  { leadId, standing, fields, photoSeenElsewhere }: Submission,
): Promise<LeadDto> {
  const findings = await screen(ctx, { fields, photoSeenElsewhere, standing });
  const windows = await readSetting(ctx, leadWindows);
  // On its way before the flow is: that one's projection finds the row.
  const stored = ctx.db
    .insert(lead)
    .values({
      ...fields,
      id: leadId,
      patientId: ctx.actor.id,
      findings,
      createdAt: sqlNow,
      status: 'pending',
      offersCount: 0,
    })
    .returning()
    .execute();
  const input = { leadId, patientId: ctx.actor.id, windows, findings };
  const [[row]] = await pipeline(stored, startMachine(ctx, leadFlow, { id: leadId, input }));
  return toOwnLead(ctx, row!);
}

export interface Admission {
  /** The request that this id already became; null when it is new. */
  readonly known: LeadDto | null;
  readonly standing: SubmissionHistory;
}

/**
 * Lets the acting patient's submissions in one at a time until the caller's transaction ends, each against the
 * budgets per hour and per day. `alongside` is sent behind that, in the same trip.
 *
 * @throws AppError `too_many_requests` with the seconds until the next one is free.
 */
export async function precheckSubmission(
  ctx: TxCtxOf<'patient'>,
  {
    leadId,
    fields,
    alongside = () => Promise.resolve(),
  }: { leadId: string; fields: LeadFields; alongside?: () => Promise<unknown> },
): Promise<Admission> {
  const { perHour, perDay } = await readSetting(ctx, leadBudgets);
  const rules = [
    { name: 'leads.submissions-per-hour', limit: perHour, window: hours(1) },
    { name: 'leads.submissions-per-day', limit: perDay, window: days(1) },
  ];
  const [, standing] = await pipeline(
    takeAll(ctx, rules, leadId),
    // Done once the points' rows are locked: whoever came first with this id has committed.
    submissionHistoryOf(ctx, leadId, fields),
    prepareStart(ctx, leadId),
    alongside(),
  );
  const known = standing.known ? toOwnLead(ctx, await ownLead(ctx, leadId)) : null;
  return { known, standing };
}

async function takeAll(
  ctx: TxCtxOf<'patient'>,
  rules: readonly Rule[],
  leadId: string,
): Promise<void> {
  const taken = await consumeRateLimits(ctx, rules, ctx.actor.id, leadId);
  const refused = taken.find(({ allowed }) => !allowed);
  if (refused)
    throw new AppError('too_many_requests', { retryAfterSeconds: refused.retryAfterSeconds });
}

/**
 * The acting patient takes a request back, with a reason or without.
 *
 * @throws AppError `not_found`; `event_refused` when it is over already.
 */
export async function cancelLead(
  ctx: CtxOf<'patient'>,
  { leadId, reason }: { leadId: string; reason: string | null },
): Promise<LeadDto> {
  return withTransaction(ctx, async (tx) => {
    const row = await ownLead(tx, leadId);
    const event = { type: 'leads.cancel' } as const;
    await send(tx, leadFlow, { id: row.id, event, note: reason ?? undefined });
    // What a request says is fixed at submission; of what is shown only these two can have changed.
    return toOwnLead(ctx, { ...row, status: 'cancelled', offersCount: 0 });
  });
}

const open = ['pending', 'reviewed', 'offers_received'] as const;

/**
 * Cancels whatever a patient has open, as the patient would: whoever asks has shown that it is theirs to end. Returns the
 * ids of the requests that it ended; those that ended meanwhile stay as they are.
 */
export async function cancelOpenLeads(
  ctx: TxCtx,
  { patientId }: { patientId: string },
): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: lead.id })
    .from(lead)
    .where(and(eq(lead.patientId, patientId), inArray(lead.status, [...open])))
    .orderBy(asc(lead.id));
  const ids = rows.map(({ id }) => id);
  await lockAggregate(ctx, leadFlow, ids);
  const ended: string[] = [];
  for (const id of ids)
    if (await sendIfAccepted(ctx, leadFlow, { id, event: { type: 'leads.cancel' } }))
      ended.push(id);
  return ended;
}

/** Ids of all requests of a patient. */
export const leadIdsOf = async (
  ctx: Pick<TxCtx, 'db'>,
  { patientId }: { patientId: string },
): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: lead.id })
    .from(lead)
    .where(eq(lead.patientId, patientId))
    .orderBy(asc(lead.id));
  return rows.map(({ id }) => id);
};

/**
 * The acting patient's answer to missing offers: leave the request open until it expires.
 *
 * @throws AppError `not_found`; `event_refused` when nobody asked.
 */
export async function keepWaiting(
  ctx: CtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<LeadDto> {
  return withTransaction(ctx, async (tx) => {
    const { id } = await ownLead(tx, leadId);
    await send(tx, leadFlow, { id, event: { type: 'leads.keep-waiting' } });
    return toOwnLead(ctx, await ownLead(tx, id));
  });
}

/**
 * The acting patient's answer to missing offers: any city would do. From then on the request names all cities, so that
 * clinics of the others know that they are meant, too.
 *
 * @throws AppError `not_found`; `event_refused` when nobody asked, or when the request is for any city already.
 */
export async function openCities(
  ctx: CtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<LeadDto> {
  return withTransaction(ctx, async (tx) => {
    const { id, locations } = await ownLead(tx, leadId);
    if (namesEveryCity(locations)) throw new AppError('event_refused');
    await send(tx, leadFlow, { id, event: { type: 'leads.open-cities' } });
    return toOwnLead(ctx, await ownLead(tx, id));
  });
}

type Reviewer = CtxOf<'staff' | 'system'>;

/**
 * Publishes a request before its window ends, or one in which the checks found something.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function approveLead(ctx: Reviewer, { leadId }: { leadId: string }): Promise<void> {
  await send(ctx, leadFlow, { id: leadId, event: { type: 'leads.approve' } });
}

/**
 * Refuses a request that was not published yet. The patient reads the reason.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function rejectLead(
  ctx: Reviewer,
  { leadId, reason }: { leadId: string; reason: string },
): Promise<void> {
  await send(ctx, leadFlow, { id: leadId, event: { type: 'leads.reject' }, reason });
}

/**
 * Asks the patient to change a request that was not published yet. The patient reads the reason.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function sendLeadBack(
  ctx: Reviewer,
  { leadId, reason }: { leadId: string; reason: string },
): Promise<void> {
  await send(ctx, leadFlow, { id: leadId, event: { type: 'leads.send-back' }, reason });
}

/** Where a page of requests that ended ends. */
export interface EndedLead {
  readonly id: string;
  readonly patientId: string;
  /** To the last digit that the database knows. */
  readonly endedAt: string;
}

const endedAt = sql`coalesce(${lead.completedAt}, ${lead.cancelledAt})`;

/** Requests that ended longer ago than what they say is kept, and that say it still; oldest end first. */
export async function endedLongAgo(
  ctx: Ctx,
  { after, limit }: { after: EndedLead | null; limit: number },
): Promise<EndedLead[]> {
  const months = await readSetting(ctx, closedLeadMonths);
  return ctx.db
    .select({ id: lead.id, patientId: lead.patientId, endedAt: sql<string>`${endedAt}::text` })
    .from(lead)
    .where(
      and(
        isNull(lead.forgottenAt),
        sql`${lead.status} in ('completed', 'cancelled')`,
        sql`${endedAt} < platform.now() - make_interval(months => ${months})`,
        after
          ? sql`(${endedAt}, ${lead.id}) > (${after.endedAt}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(sql`${endedAt}, ${lead.id}`)
    .limit(limit);
}

/** What these requests said goes, and what their patients were shown of them; they stay as ids, dates and a treatment. */
export async function forgetClosed(ctx: Ctx, leadIds: readonly string[]): Promise<void> {
  await ctx.db.delete(activity).where(isAmong(activity.leadId, leadIds));
  await ctx.db.delete(ask).where(isAmong(ask.leadId, leadIds));
  await forgetWords(ctx, leadIds);
  await ctx.db.update(lead).set({ forgottenAt: sqlNow }).where(isAmong(lead.id, leadIds));
}

/**
 * One more photo of a request of the acting patient that clinics know, after those that are there. Whoever calls has the
 * photo claimed for it in the same transaction.
 *
 * @throws AppError `not_found` also for a request that clinics do not know, `validation_failed` on `photo` when it has ten
 */
export async function addLeadPhoto(
  ctx: TxCtxOf<'patient'>,
  { leadId, photoId }: { leadId: string; photoId: string },
): Promise<void> {
  const { id } = await ownLead(ctx, leadId);
  const [row] = await ctx.db.select().from(lead).where(eq(lead.id, id)).for('no key update');
  if (!row || !['reviewed', 'offers_received', 'completed'].includes(row.status))
    throw new AppError('not_found');
  if (row.photos.length >= maxPhotos)
    throw new AppError('validation_failed', {
      fields: { photo: ['consultation.error.too-many-photos'] },
    });
  const photos = [...row.photos, photoId];
  await ctx.db.update(lead).set({ photos }).where(eq(lead.id, id));
  await publishLive(ctx, `patient:${ctx.actor.id}`, { type: leadChanged, data: { leadId: id } });
}

/**
 * The photos of a request of the acting patient that is over went along to another one.
 *
 * @throws AppError `not_found`
 */
export async function forgetPhotos(
  ctx: TxCtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<void> {
  const { id } = await ownLead(ctx, leadId);
  await ctx.db.update(lead).set({ photos: [] }).where(eq(lead.id, id));
}
