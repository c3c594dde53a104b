import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Side } from '#platform/base/actor';
import { readCursor, writeCursor } from '#platform/base/cursor';
import { AppError, isAppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import type { Ctx, CtxOf } from '#platform/context';
import { withTransaction } from '#engine';
import { lockTally } from './projection.server';
import { figuresOf } from './rules';
import type { OutcomeAnswerDto, OutcomeDto, OutcomeFigures } from './schemas';
import { answer, outcome, tally } from './tables.server';
import type { Moment, QuestionState } from './values';

type OutcomeRow = typeof outcome.$inferSelect;
export type AnswerRow = typeof answer.$inferSelect;

/** Of an outcome: its patient, and its clinic as long as it is approved. */
const outcomesOf = ({ actor }: CtxOf<Side>) =>
  actor.kind === 'patient' ? eq(outcome.patientId, actor.id) : eq(outcome.clinicId, actor.id);
const mayLook = ({ actor }: CtxOf<Side>): boolean => actor.kind === 'patient' || actor.approved;

/**
 * What became of a treatment of the acting side, by its offer's id.
 *
 * @throws AppError `not_found`, the same for another person's, a missing one and an impossible id
 */
export async function ownOutcome(ctx: CtxOf<Side>, offerId: string): Promise<OutcomeRow> {
  const [row] =
    isId(offerId) && mayLook(ctx)
      ? await ctx.db
          .select()
          .from(outcome)
          .where(and(eq(outcome.offerId, offerId), outcomesOf(ctx)))
      : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** An answer about the acting clinic. @throws AppError `not_found` as above, and for one that was removed */
export async function ownAnswer(ctx: CtxOf<'clinic'>, id: string): Promise<AnswerRow> {
  const [row] =
    isId(id) && mayLook(ctx)
      ? await ctx.db
          .select()
          .from(answer)
          .where(
            and(eq(answer.id, id), eq(answer.clinicId, ctx.actor.id), isNull(answer.removedAt)),
          )
      : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** Where one of the two questions stands. */
export async function stateOf(
  ctx: Ctx,
  outcomeId: string,
  moment: Moment,
): Promise<QuestionState | null> {
  const [row] = await ctx.db.select().from(outcome).where(eq(outcome.id, outcomeId));
  return (moment === 'half-year' ? row?.halfYear : row?.year) ?? null;
}

export const toAnswer = (row: AnswerRow): OutcomeAnswerDto => ({
  _id: row.id,
  moment: row.moment,
  again: row.again,
  result: row.result,
  text: row.text,
  masked: row.masked,
  createdAt: row.createdAt.toISOString(),
});

const dueOf = ({ phase, answerUntil }: OutcomeRow): OutcomeDto['due'] =>
  answerUntil === null
    ? null
    : {
        moment: phase === 'half-year-due' ? 'half-year' : 'year',
        until: answerUntil.toISOString(),
      };

/** Whether what became of a treatment is the acting side's: asked where a browser is patient and clinic at once. */
export const isOwnOutcome = (ctx: CtxOf<Side>, offerId: string): Promise<boolean> =>
  ownOutcome(ctx, offerId).then(
    () => true,
    (error: unknown) => {
      if (isAppError(error) && error.code === 'not_found') return false;
      throw error;
    },
  );

/**
 * What became of a treatment of the acting side: the question that is due, for its patient alone, and what was answered.
 *
 * @throws AppError `not_found` also before the treatment was confirmed
 */
export async function readOutcome(
  ctx: CtxOf<Side>,
  { offerId }: { offerId: string },
): Promise<OutcomeDto> {
  const row = await ownOutcome(ctx, offerId);
  const answers = await ctx.db
    .select()
    .from(answer)
    .where(eq(answer.outcomeId, row.id))
    .orderBy(asc(answer.createdAt));
  return {
    due: ctx.actor.kind === 'patient' ? dueOf(row) : null,
    answers: answers.filter(({ removedAt }) => removedAt === null).map(toAnswer),
    removed: answers.flatMap(({ moment, removedBecause: because }) =>
      because === null ? [] : [{ moment, because }],
    ),
  };
}

const pageSize = 10;

interface AnswerPage {
  answers: Array<{ answer: OutcomeAnswerDto; patientId: string; leadId: string }>;
  nextCursor: string | null;
}

/**
 * What everybody reads of what became of a clinic's treatments, newest first, ten at a time; who wrote it is put to words
 * elsewhere, from `patientId`.
 *
 * @throws AppError `invalid_cursor`
 */
export async function publicAnswers(
  ctx: Ctx,
  { clinicId, cursor }: { clinicId: string; cursor?: string },
): Promise<AnswerPage> {
  const from = cursor ? readCursor(cursor) : null;
  const rows = await ctx.readDb
    .select({ answer, leadId: outcome.leadId })
    .from(answer)
    .innerJoin(outcome, eq(outcome.id, answer.outcomeId))
    .where(
      and(
        eq(answer.clinicId, clinicId),
        isNull(answer.removedAt),
        from
          ? sql`(${answer.createdAt}, ${answer.id}) < (${from.at}::timestamptz, ${from.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(answer.createdAt), desc(answer.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1)?.answer : undefined;
  return {
    answers: page.map((row) => ({
      answer: toAnswer(row.answer),
      patientId: row.answer.patientId,
      leadId: row.leadId,
    })),
    nextCursor: last ? writeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

/** One answer about a clinic that everybody reads, and whose deal it is about; null for any other. */
export async function publicAnswer(
  ctx: Ctx,
  { clinicId, answerId }: { clinicId: string; answerId: string },
): Promise<{ answer: OutcomeAnswerDto; patientId: string; offerId: string } | null> {
  if (!isId(answerId)) return null;
  const [row] = await ctx.db
    .select()
    .from(answer)
    .where(and(eq(answer.id, answerId), eq(answer.clinicId, clinicId), isNull(answer.removedAt)));
  return row ? { answer: toAnswer(row), patientId: row.patientId, offerId: row.offerId } : null;
}

/** Of a tally. */
const columns = [
  ...['half_year_asked', 'half_year_answered', 'half_year_again'],
  ...['year_asked', 'year_answered', 'year_again'],
];

/** What became of the treatments of a clinic, as it was counted. */
export async function outcomesOfClinic(
  ctx: Ctx,
  { clinicId }: { clinicId: string },
): Promise<OutcomeFigures> {
  const [row] = await ctx.db.select().from(tally).where(eq(tally.clinicId, clinicId));
  return row ? figuresOf(row) : { halfYear: null, year: null };
}

/** The same for all clinics together, those that left included. */
export async function outcomesOfAll(ctx: Ctx): Promise<OutcomeFigures> {
  const sums = columns.map((name) => `coalesce(sum(${name}), 0)::int as ${name}`).join(', ');
  const { rows } = await ctx.readDb.execute<Record<string, number>>(
    sql`select ${sql.raw(sums)} from ${tally}`,
  );
  const sum = rows[0]!;
  return figuresOf({
    ...{ halfYearAsked: sum.half_year_asked!, halfYearAnswered: sum.half_year_answered! },
    ...{ halfYearAgain: sum.half_year_again!, yearAsked: sum.year_asked! },
    ...{ yearAnswered: sum.year_answered!, yearAgain: sum.year_again! },
  });
}

/** The counts of one clinic as they follow from its outcomes and answers. */
const truth = (clinicId: unknown) => sql`
  select
    (s.half_year + a.half_year)::int as half_year_asked, a.half_year::int as half_year_answered,
    a.half_year_again::int as half_year_again,
    (s.year + a.year)::int as year_asked, a.year::int as year_answered, a.year_again::int as year_again
  from
    (select count(*) filter (where half_year = 'silent') as half_year, count(*) filter (where year = 'silent') as year
      from ${outcome} where clinic_id = ${clinicId} and (half_year = 'silent' or year = 'silent')) s,
    (select count(*) filter (where moment = 'half-year') as half_year,
        count(*) filter (where moment = 'half-year' and again = 'yes') as half_year_again,
        count(*) filter (where moment = 'year') as year,
        count(*) filter (where moment = 'year' and again = 'yes') as year_again
      from ${answer} where clinic_id = ${clinicId} and removed_at is null) a`;

const listOf = (table: string) => sql.raw(columns.map((name) => `${table}.${name}`).join(', '));
const same = sql`(${listOf('t')}) is not distinct from (${listOf('k')})`;

/**
 * Walks the clinics in steps and sets right whose counts differ from what they follow from; answers how many did. Nothing
 * makes them differ but a fault, a restore or a hand in the tables.
 */
export async function repairTallies(ctx: Ctx): Promise<number> {
  let repaired = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await ctx.db.execute<{ id: string; same: boolean }>(sql`
      select c.id, ${same} as same
      from ((select distinct clinic_id as id from ${answer}
              where clinic_id > ${after}::uuid and removed_at is null order by 1 limit 100)
            union (select distinct clinic_id from ${outcome}
              where clinic_id > ${after}::uuid and (half_year = 'silent' or year = 'silent') order by 1 limit 100)
            union (select clinic_id from ${tally} where clinic_id > ${after}::uuid order by 1 limit 100)
            order by 1 limit 100) c
      left join ${tally} k on k.clinic_id = c.id
      cross join lateral (${truth(sql`c.id`)}) t order by c.id`);
    for (const { id } of rows.filter((row) => !row.same)) repaired += await repairOne(ctx, id);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  if (repaired > 0) ctx.log.warn({ repaired }, 'the outcomes of clinics were set right');
  return repaired;
}

/** Under the lock that every event takes, so that what is counted has been added, or will be. */
const repairOne = (ctx: Ctx, clinicId: string): Promise<number> =>
  withTransaction(ctx, async (tx) => {
    await lockTally(tx, clinicId);
    const set = sql.raw(columns.map((name) => `${name} = t.${name}`).join(', '));
    const { rowCount } = await tx.db.execute(sql`
      update ${tally} k set ${set} from (${truth(clinicId)}) t
      where k.clinic_id = ${clinicId} and not ${same}`);
    return rowCount ?? 0;
  });
