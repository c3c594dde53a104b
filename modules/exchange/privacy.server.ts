import { eq, inArray } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import {
  columnsOf,
  deleteSome,
  listOf,
  type Person,
  type PersonData,
  stepOf,
} from '#platform/privacy/person-data';
import { assignment, listing, posting, savedFilter } from './tables.server';

/** The filters of clinics, and who of them looks after what; what is listed of patients is a copy of their requests. */
export const personData: PersonData = {
  async *exportOf(ctx: Ctx, { kind, id }: Person) {
    if (kind === 'patient') return;
    yield listOf(ctx, 'saved-filters', {
      table: savedFilter,
      columns: columnsOf(
        savedFilter,
        ['name', 'query', 'createdAt'],
        ['mails', 'toldUntil', 'toldAt'],
      ),
      which: eq(savedFilter.clinicId, id),
    });
    yield listOf(ctx, 'requests-given', {
      table: assignment,
      columns: columnsOf(assignment, ['memberId', 'givenAt'], ['leadId']),
      which: eq(assignment.clinicId, id),
    });
  },

  erase(ctx, { kind, id }) {
    if (kind === 'clinic')
      return stepOf(
        () => deleteSome(ctx, savedFilter, eq(savedFilter.clinicId, id)),
        () => deleteSome(ctx, assignment, eq(assignment.clinicId, id)),
      );
    const listed = ctx.db.select({ id: listing.id }).from(listing).where(eq(listing.patientId, id));
    return stepOf(
      () => deleteSome(ctx, assignment, inArray(assignment.leadId, listed)),
      () => deleteSome(ctx, posting, inArray(posting.id, listed)),
      () => deleteSome(ctx, listing, eq(listing.patientId, id)),
    );
  },
};
