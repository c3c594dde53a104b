import { and, eq, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import { isAmong } from '#platform/base/columns.server';
import type { Ctx } from '#platform/context';
import {
  columnsOf,
  deleteSome,
  pagesOf,
  type Person,
  type PersonData,
  stepOf,
} from '#platform/privacy/person-data';
import { care, checkIn, given, record } from './tables.server';

type Owned = typeof care | typeof checkIn | typeof record;
const isOf = (table: Owned, { kind, id }: Person): SQL =>
  eq(kind === 'patient' ? table.patientId : table.clinicId, id);

/** What patients answered and clinics replied; that there was an answer, and when, stays. */
async function eraseAnswers(ctx: Ctx, which: SQL): Promise<number> {
  const rows = await ctx.db
    .update(checkIn)
    .set({ answers: null, dangers: [], note: null, reply: null, country: null })
    .where(
      and(which, or(isNotNull(checkIn.answers), isNotNull(checkIn.note), isNotNull(checkIn.reply))),
    )
    .returning({ id: checkIn.id });
  return rows.length;
}

/** Where a patient was. */
async function erasePlaces(ctx: Ctx, which: SQL): Promise<number> {
  const rows = await ctx.db
    .update(care)
    .set({ country: null, zone: null })
    .where(and(which, or(isNotNull(care.country), isNotNull(care.zone))))
    .returning({ id: care.id });
  return rows.length;
}

/** By which number a clinic was reached; who treated stays with the patient's record. */
async function erasePhone(ctx: Ctx, clinicId: string): Promise<number> {
  const rows = await ctx.db
    .update(care)
    .set({ clinic: sql`jsonb_set(${care.clinic}, '{phone}', 'null')` })
    .where(and(eq(care.clinicId, clinicId), sql`${care.clinic} -> 'phone' <> 'null'`))
    .returning({ id: care.id });
  return rows.length;
}

/** What a clinic wrote in reply. */
async function eraseReplies(ctx: Ctx, which: SQL): Promise<number> {
  const rows = await ctx.db
    .update(checkIn)
    .set({ reply: null })
    .where(and(which, isNotNull(checkIn.reply)))
    .returning({ id: checkIn.id });
  return rows.length;
}

/** One step towards no word being left of the aftercare of these offers: answers, places, and what the clinic gave. */
export async function eraseCareOf(ctx: Ctx, offerIds: readonly string[]): Promise<number> {
  return (
    (await eraseAnswers(ctx, isAmong(checkIn.offerId, offerIds))) +
    (await erasePlaces(ctx, isAmong(care.offerId, offerIds))) +
    (await deleteSome(ctx, record, isAmong(record.offerId, offerIds)))
  );
}

export const personData: PersonData = {
  async *exportOf(ctx: Ctx, person: Person) {
    const isPatient = person.kind === 'patient';
    yield pagesOf(ctx, 'aftercare', {
      table: care,
      columns: columnsOf(care, [
        ...(['id', 'offerId', 'state', 'treatedOn', 'createdAt', 'agreedAt', 'endedAt'] as const),
        ...(isPatient ? (['country', 'zone'] as const) : []),
      ]),
      which: isOf(care, person),
      by: 'id',
    });
    yield pagesOf(ctx, 'check-ins', {
      table: checkIn,
      columns: columnsOf(checkIn, [
        ...([
          'id',
          'offerId',
          'day',
          'state',
          'dueAt',
          'answeredAt',
          'reply',
          'repliedAt',
        ] as const),
        ...(isPatient ? (['country', 'answers', 'dangers', 'note', 'photosShared'] as const) : []),
      ]),
      which: isOf(checkIn, person),
      by: 'id',
    });
    yield pagesOf(ctx, 'treatment-records', {
      table: record,
      columns: columnsOf(record, ['offerId', 'plan', 'person', 'used', 'givenAt']),
      which: isOf(record, person),
      by: 'offerId',
    });
  },

  // What a clinic gave with a treatment is its patient's, and outlives the clinic's account.
  erase: (ctx, person) =>
    person.kind === 'clinic'
      ? stepOf(
          () => eraseReplies(ctx, eq(checkIn.clinicId, person.id)),
          () => erasePhone(ctx, person.id),
          () => deleteSome(ctx, given, inArray(given.clinicId, [person.id])),
        )
      : stepOf(
          () => eraseAnswers(ctx, eq(checkIn.patientId, person.id)),
          () => erasePlaces(ctx, eq(care.patientId, person.id)),
          () => deleteSome(ctx, record, eq(record.patientId, person.id)),
        ),
};
