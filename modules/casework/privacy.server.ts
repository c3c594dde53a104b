import { sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { deleteSome, type Person, type PersonData, stepOf } from '#platform/privacy/person-data';
import { claim, deskNotice, note, viewer } from './tables.server';

/**
 * What the team notes about a person is the team's: no one else is given it, and it goes with the account of each person that the case
 * is about. Claims, viewers and notices go for a case that is the account itself; of others they end by themselves.
 */
export const personData: PersonData = {
  async *exportOf() {
    // Nothing of it is theirs.
  },

  erase: (ctx: Ctx, { id }: Person) =>
    stepOf(
      () => deleteSome(ctx, note, sql`about && array[${id}]::uuid[]`),
      () => deleteSome(ctx, claim, sql`kind = 'clinics' and case_id = ${id}`),
      () => deleteSome(ctx, viewer, sql`kind = 'clinics' and case_id = ${id}`),
      () => deleteSome(ctx, deskNotice, sql`case_id = ${id}`),
    ),
};
