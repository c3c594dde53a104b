import { asc, eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import {
  columnsOf,
  pagesOf,
  type Person,
  type PersonData,
  stepOf,
} from '#platform/privacy/person-data';
import { removeShares } from './commands.server';
import { note, share } from './tables.server';

const atOnce = 100;

/** Of a patient: whom they let look on, and what those wrote. Nothing here is about a clinic. */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, { kind, id }: Person) {
    if (kind === 'clinic') return;
    const { leadId: requestId, ...columns } = columnsOf(
      share,
      ['id', 'leadId', 'offerId', 'withPhotos', 'withNotes', 'state', 'createdAt'],
      ['expiresAt', 'openedAt', 'lastOpenedAt', 'endedAt', 'endedBecause'],
    );
    yield pagesOf(ctx, 'companion-links', {
      table: share,
      columns: { ...columns, requestId },
      which: eq(share.patientId, id),
      by: 'id',
    });
    yield pagesOf(ctx, 'companion-notes', {
      table: note,
      columns: columnsOf(note, ['id', 'shareId', 'author', 'text', 'createdAt']),
      which: eq(note.patientId, id),
      by: 'id',
    });
  },

  erase(ctx, { kind, id }) {
    if (kind === 'clinic') return Promise.resolve('done');
    return stepOf(async () => {
      const rows = await ctx.db
        .select({ id: share.id })
        .from(share)
        .where(eq(share.patientId, id))
        .orderBy(asc(share.id))
        .limit(atOnce);
      return removeShares(
        ctx,
        rows.map((row) => row.id),
      );
    });
  },
};
