import { and, eq, sql } from 'drizzle-orm';
import { nothingStated, openFields, openFieldsAmong } from '#contracts/consultation';
import type { Ctx } from '#platform/context';
import {
  columnsOf,
  deleteSome,
  pagesOf,
  type Person,
  type PersonData,
  stepOf,
} from '#platform/privacy/person-data';
import { activity, ask, lead } from './tables.server';

const anyOpenField = sql.join(
  openFields.map((field) => sql`${lead[field]} is not null`),
  sql` or `,
);

/** Of a closed request nothing stays that its patient said but what it was for, which the clinics' own offers say as well. */
const said = sql`(${lead.description} <> '' or ${lead.patientInfo} is not null or ${lead.cancelReason} is not null
  or ${anyOpenField} or cardinality(${lead.photos}) > 0
  or cardinality(${lead.locations}) > 0 or cardinality(${lead.findings}) > 0)`;

/** The words go from requests that are over; whoever erases ends the open ones first. */
export const forgetWords = async (ctx: Ctx, leadIds: readonly string[]): Promise<number> => {
  if (leadIds.length === 0) return 0;
  const gone = await ctx.db
    .update(lead)
    .set({
      description: '',
      patientInfo: null,
      cancelReason: null,
      ...nothingStated,
      photos: [],
      locations: [],
      findings: [],
    })
    .where(sql`${lead.id} = any(${sql.param([...leadIds])}::uuid[])`)
    .returning({ id: lead.id });
  return gone.length;
};

export const personData: PersonData = {
  async *exportOf(ctx: Ctx, { kind, id }: Person) {
    const { leadId: ofRequest, ...asked } = columnsOf(ask, [
      'id',
      'leadId',
      'clinicId',
      'createdAt',
      'state',
      'keptUntil',
      'refusal',
    ]);
    yield pagesOf(ctx, 'asked-clinics', {
      table: ask,
      columns: {
        ...asked,
        requestId: ofRequest,
        ...columnsOf(ask, ['endedBecause', 'endedAt']),
      },
      which: eq(kind === 'clinic' ? ask.clinicId : ask.patientId, id),
      by: 'id',
    });
    if (kind === 'clinic') return;
    yield pagesOf(ctx, 'requests', {
      table: lead,
      columns: {
        ...columnsOf(
          lead,
          ['id', 'treatment', 'subTreatment', 'bodyArea', 'description'],
          ['patientInfo', 'photos', 'locations'],
        ),
        ...openFieldsAmong(lead),
        ...columnsOf(lead, ['createdAt', 'status', 'offersCount']),
        allCities: lead.widened,
        ...columnsOf(
          lead,
          ['screeningEndsAt', 'sentBackAt', 'publishedAt', 'offersDueAt', 'expiresAt'],
          ['widenedAt', 'noticeAt', 'completedAt', 'acceptedOfferId'],
          ['cancelledAt', 'cancelledBy', 'cancelReason'],
        ),
      },
      which: eq(lead.patientId, id),
      by: 'id',
    });
    const { leadId: requestId, ...own } = columnsOf(activity, ['id', 'leadId', 'kind', 'at']);
    yield pagesOf(ctx, 'activity', {
      table: activity,
      columns: { id: own.id, requestId, kind: own.kind, at: own.at },
      which: eq(activity.patientId, id),
      by: 'id',
    });
  },

  erase(ctx, { kind, id }) {
    const asks = eq(kind === 'clinic' ? ask.clinicId : ask.patientId, id);
    if (kind === 'clinic') return stepOf(() => deleteSome(ctx, ask, asks));
    return stepOf(
      async () => {
        const some = await ctx.db
          .select({ id: lead.id })
          .from(lead)
          .where(and(eq(lead.patientId, id), said))
          .limit(100);
        return forgetWords(
          ctx,
          some.map((row) => row.id),
        );
      },
      () => deleteSome(ctx, activity, eq(activity.patientId, id)),
      () => deleteSome(ctx, ask, asks),
    );
  },
};
