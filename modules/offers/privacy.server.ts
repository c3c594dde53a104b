import { isAmong } from '#platform/base/columns.server';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { withTransaction, forgetInstances } from '#engine';
import {
  byId,
  columnsOf,
  deleteSome,
  listOf,
  type Person,
  type PersonData,
  rowsAs,
  stepOf,
} from '#platform/privacy/person-data';
import { maskRevisions } from './rules';
import { formDraft, offer, reusable, revision } from './tables.server';

const isOf = ({ kind, id }: Person) =>
  eq(kind === 'patient' ? offer.patientId : offer.clinicId, id);

type OfferRow = typeof offer.$inferSelect;
type RevisionRow = typeof revision.$inferSelect;

/** As the patient reads it: the words of an offer that was not accepted are without contact data. */
function asPatientReads(row: OfferRow, said: readonly RevisionRow[]): RevisionRow[] {
  if (row.status === 'accepted') return [...said];
  return maskRevisions(said);
}

/** What each side is shown of its offers. Where the price lay among others is the clinic's alone. */
async function offersWithWords(ctx: Ctx, person: Person, after: { id: string } | null, n: number) {
  const rows = await byId<OfferRow>(ctx, offer, isOf(person))(after, n);
  const ids = rows.map(({ id }) => id);
  const said = await ctx.db
    .select()
    .from(revision)
    .where(isAmong(revision.offerId, ids))
    .orderBy(asc(revision.offerId), asc(revision.revision));
  return rows.map((row) => {
    const own = said.filter(({ offerId }) => offerId === row.id);
    const { patientId, clinicId, slot: _slot, pricePlace, priceAmong, ...shown } = row;
    const more = person.kind === 'clinic' ? { pricePlace, priceAmong } : { clinicId };
    void patientId;
    return {
      ...shown,
      ...more,
      revisions: (person.kind === 'clinic' ? own : asPatientReads(row, own)).map(
        ({ offerId: _id, ...words }) => words,
      ),
    };
  });
}

/** Ids of all offers of a clinic, or to a patient, with their requests and clinics. */
export const offersOfPerson = (ctx: Ctx, person: Person) =>
  ctx.db
    .select(columnsOf(offer, ['id', 'leadId', 'clinicId', 'patientId', 'status']))
    .from(offer)
    .where(isOf(person))
    .orderBy(asc(offer.id));

/** Every offer for these requests, whatever became of it. */
export const offersOfLeads = (
  ctx: Ctx,
  leadIds: readonly string[],
): Promise<Array<{ id: string; leadId: string; clinicId: string }>> =>
  ctx.db
    .select({ id: offer.id, leadId: offer.leadId, clinicId: offer.clinicId })
    .from(offer)
    .where(isAmong(offer.leadId, leadIds));

/** Some of a clinic's offers that nobody accepted: they go with its account. */
export const erasableOffersOf = async (ctx: Ctx, clinicId: string): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: offer.id })
    .from(offer)
    .where(and(eq(offer.clinicId, clinicId), ne(offer.status, 'accepted')))
    .limit(100);
  return rows.map(({ id }) => id);
};

/** Offers, what they said, and their flows. Those that were accepted are left alone by the condition. */
const forgetOffers = (ctx: Ctx, ids: readonly string[]): Promise<number> =>
  withTransaction(ctx, async (tx) => {
    const open = and(isAmong(offer.id, ids), ne(offer.status, 'accepted'));
    const rows = await tx.db.select({ id: offer.id }).from(offer).where(open).for('update');
    const gone = rows.map(({ id }) => id);
    if (gone.length === 0) return 0;
    await tx.db.execute(sql`select set_config('offers.erasing', 'on', true)`);
    await tx.db.delete(revision).where(inArray(revision.offerId, gone));
    await tx.db.delete(offer).where(inArray(offer.id, gone));
    await forgetInstances(tx, gone);
    return gone.length;
  });

/** A clinic keeps its own offers when a patient leaves; they say nothing of the patient but what the treatment was. */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, person: Person) {
    yield rowsAs('offers', (after: { id: string } | null, limit) =>
      offersWithWords(ctx, person, after, limit),
    );
    if (person.kind === 'patient') return;
    yield listOf(ctx, 'typed', {
      table: formDraft,
      columns: { requestId: formDraft.leadId, ...columnsOf(formDraft, ['fields', 'savedAt']) },
      which: eq(formDraft.clinicId, person.id),
    });
    yield listOf(ctx, 'reusable', {
      table: reusable,
      columns: columnsOf(reusable, ['subTreatment', 'name', 'fields', 'createdAt', 'changedAt']),
      which: eq(reusable.clinicId, person.id),
    });
  },

  erase: (ctx, { kind, id }) =>
    kind === 'patient'
      ? Promise.resolve('done')
      : stepOf(
          () => deleteSome(ctx, formDraft, eq(formDraft.clinicId, id)),
          () => deleteSome(ctx, reusable, eq(reusable.clinicId, id)),
          async () => forgetOffers(ctx, await erasableOffersOf(ctx, id)),
        ),
};
