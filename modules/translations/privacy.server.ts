import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import {
  columnsOf,
  deleteSome,
  type Person,
  type PersonData,
  rowsAs,
  stepOf,
} from '#platform/privacy/person-data';
import { translation } from './tables.server';

const isOf = ({ kind, id }: Person) =>
  eq(kind === 'patient' ? translation.patientId : translation.clinicId, id);

const columns = columnsOf(translation, [
  ...(['ofId', 'locale', 'kind', 'writtenBy', 'offerId'] as const),
  ...(['texts', 'from', 'provider', 'at'] as const),
]);
type Row = Pick<typeof translation.$inferSelect, keyof typeof columns>;

/**
 * A translation is of both sides, as the words are: each has it in their archive, but for the other's words in a closed deal;
 * and it goes when either of them leaves.
 */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, person: Person, { closedAmong }) {
    const page = (after: Row | null, limit: number): Promise<Row[]> =>
      ctx.db
        .select(columns)
        .from(translation)
        .where(
          and(
            isOf(person),
            isNotNull(translation.texts),
            after
              ? sql`(${translation.ofId}, ${translation.locale}) > (${after.ofId}, ${after.locale})`
              : undefined,
          ),
        )
        .orderBy(asc(translation.ofId), asc(translation.locale))
        .limit(limit);
    yield rowsAs<Row>('translations', async (after, limit) => {
      const rows = await page(after, limit);
      const closed = await closedAmong(rows.map(({ offerId }) => offerId));
      return rows.map((row) =>
        row.writtenBy !== person.kind && closed.has(row.offerId) ? { ...row, texts: null } : row,
      );
    });
  },

  erase: (ctx, person) => stepOf(() => deleteSome(ctx, translation, isOf(person))),
};
