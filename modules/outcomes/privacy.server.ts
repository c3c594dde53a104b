import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm';
import {
  byId,
  columnsOf,
  deleteSome,
  pagesOf,
  type Person,
  type PersonData,
  rowsAs,
  stepOf,
} from '#platform/privacy/person-data';
import type { Ctx } from '#platform/context';
import { answer, outcome, report } from './tables.server';

const answersOf = ({ kind, id }: Person): SQL =>
  eq(kind === 'patient' ? answer.patientId : answer.clinicId, id);

/** What a patient who left chose stays as counts without a person; the words go. */
async function eraseWords(ctx: Ctx, person: Person): Promise<number> {
  if (person.kind === 'clinic') return 0;
  const rows = await ctx.db
    .update(answer)
    .set({ text: '', masked: [], reportedAt: null })
    .where(and(answersOf(person), or(ne(answer.text, ''), isNotNull(answer.reportedAt))))
    .returning({ id: answer.id });
  return rows.length;
}

export const personData: PersonData = {
  async *exportOf(ctx: Ctx, person: Person) {
    if (person.kind === 'patient')
      yield rowsAs('outcomes', async (after: { id: string } | null, limit) => {
        const rows = await byId<typeof outcome.$inferSelect>(
          ctx,
          outcome,
          eq(outcome.patientId, person.id),
        )(after, limit);
        return rows.map(({ patientId: _patient, leadId: _lead, ...row }) => row);
      });
    const shown = and(
      answersOf(person),
      ...(person.kind === 'clinic' ? [isNull(answer.removedAt)] : []),
    );
    yield rowsAs('later-reviews', async (after: { id: string } | null, limit) => {
      const rows = await byId<typeof answer.$inferSelect>(ctx, answer, shown!)(after, limit);
      return rows.map(({ patientId: _p, masked: _m, reportedAt: _r, ...row }) => row);
    });
    if (person.kind === 'patient') return;
    const answers = ctx.db.select({ id: answer.id }).from(answer).where(answersOf(person));
    yield pagesOf(ctx, 'later-review-reports', {
      table: report,
      columns: columnsOf(report, ['answerId', 'reason', 'at']),
      which: inArray(report.answerId, answers),
      by: 'answerId',
    });
  },

  erase(ctx, person) {
    const answers = ctx.db.select({ id: answer.id }).from(answer).where(answersOf(person));
    return stepOf(
      () => deleteSome(ctx, report, inArray(report.answerId, answers)),
      () => eraseWords(ctx, person),
    );
  },
};
