import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { withTransaction } from '#engine';
import type { Ctx, TxCtx } from '#platform/context';
import {
  columnsOf,
  deleteSome,
  pagesOf,
  type Person,
  type PersonData,
  stepOf,
} from '#platform/privacy/person-data';
import { sqlNow } from '#platform/time/clock';
import { goneIdOf, keyedHash } from './rules';
import { branch, finding, goneMark, mark } from './tables.server';

const staying = ['licence', 'document'] as const;

/** Licences and documents become keyed hashes, and what was found by them is found by those: the other clinic is still asked about. */
function leaveHashes(ctx: Ctx, clinicId: string): Promise<number> {
  const secret = ctx.services.env.OTP_HMAC_KEYS[0]!;
  const goneId = goneIdOf(secret, clinicId);
  return withTransaction(ctx, async (tx) => {
    const marks = await tx.db
      .delete(mark)
      .where(and(eq(mark.ownerId, clinicId), inArray(mark.kind, [...staying])))
      .returning({ kind: mark.kind, value: mark.value });
    if (marks.length === 0) return 0;
    const values = marks.map(({ kind, value }) => ({
      ...{ goneId, kind, keyedHash: keyedHash(secret, kind, value) },
      leftAt: sqlNow,
    }));
    await tx.db.insert(goneMark).values(values).onConflictDoNothing();
    await turnFindings(tx, clinicId, goneId);
    return marks.length;
  });
}

/** Between two clinics only: the one that stays comes first, with what is its own. */
async function turnFindings(tx: TxCtx, clinicId: string, goneId: string): Promise<void> {
  const isFirst = sql`${finding.clinicId} = ${clinicId}`;
  await tx.db
    .update(finding)
    .set({
      otherKind: 'gone',
      otherId: goneId,
      clinicId: sql`case when ${isFirst} then ${finding.otherId} else ${finding.clinicId} end`,
      sourceId: sql`case when ${isFirst} then ${finding.otherSourceId} else ${finding.sourceId} end`,
      otherSourceId: null,
    })
    .where(
      and(
        or(eq(finding.clinicId, clinicId), eq(finding.otherId, clinicId)),
        eq(finding.otherKind, 'clinic'),
        inArray(finding.kind, [...staying]),
      ),
    );
}

/**
 * A clinic gets its own marks; what was found about it and another party is the team's. Of a patient nothing stays, of a
 * clinic keyed hashes of licence and documents for 24 months.
 */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, { kind, id }: Person) {
    yield pagesOf(ctx, 'marks', {
      table: mark,
      columns: columnsOf(mark, [
        'id',
        'kind',
        'sourceId',
        'leadId',
        'value',
        'colours',
        'createdAt',
      ]),
      which: and(
        eq(mark.ownerId, id),
        kind === 'patient' ? eq(mark.kind, 'photo') : ne(mark.kind, 'photo'),
      )!,
      by: 'id',
    });
  },

  erase(ctx, { kind, id }) {
    if (kind === 'patient')
      return stepOf(
        () =>
          deleteSome(ctx, finding, and(eq(finding.otherId, id), eq(finding.otherKind, 'patient'))!),
        () => deleteSome(ctx, mark, and(eq(mark.ownerId, id), eq(mark.kind, 'photo'))!),
      );
    return stepOf(
      () => leaveHashes(ctx, id),
      () => deleteSome(ctx, finding, eq(finding.clinicId, id)),
      () => deleteSome(ctx, finding, eq(finding.otherId, id)),
      () => deleteSome(ctx, mark, and(eq(mark.ownerId, id), ne(mark.kind, 'photo'))!),
      () => deleteSome(ctx, branch, eq(branch.clinicId, id)),
      () => deleteSome(ctx, branch, eq(branch.otherId, id)),
    );
  },
};
