import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { nothingStated, openFacts, openFactsAmong } from '#contracts/consultation';
import type { Ctx } from '#platform/context';
import {
  deleteSome,
  type Person,
  type PersonData,
  rowsAs,
  stepOf,
} from '#platform/privacy/person-data';
import { activity, lead } from './tables.server';

const anyOpenFact = sql.join(
  openFacts.map((fact) => sql`${lead[fact]} is not null`),
  sql` or `,
);

/** Of a closed request nothing stays that its patient said but what it was for, which the clinics' own offers say as well. */
const said = sql`(${lead.description} <> '' or ${lead.patientInfo} is not null or ${lead.cancelReason} is not null
  or ${anyOpenFact} or cardinality(${lead.photos}) > 0
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
    if (kind === 'clinic') return;
    yield rowsAs('requests', (after: { id: string } | null, limit) =>
      ctx.db
        .select({
          id: lead.id,
          treatment: lead.treatment,
          subTreatment: lead.subTreatment,
          bodyArea: lead.bodyArea,
          description: lead.description,
          patientInfo: lead.patientInfo,
          photos: lead.photos,
          locations: lead.locations,
          ...openFactsAmong(lead),
          createdAt: lead.createdAt,
          status: lead.status,
          offersCount: lead.offersCount,
          allCities: lead.widened,
          screeningEndsAt: lead.screeningEndsAt,
          sentBackAt: lead.sentBackAt,
          publishedAt: lead.publishedAt,
          offersDueAt: lead.offersDueAt,
          expiresAt: lead.expiresAt,
          widenedAt: lead.widenedAt,
          noticeAt: lead.noticeAt,
          completedAt: lead.completedAt,
          acceptedOfferId: lead.acceptedOfferId,
          cancelledAt: lead.cancelledAt,
          cancelledBy: lead.cancelledBy,
          cancelReason: lead.cancelReason,
        })
        .from(lead)
        .where(and(eq(lead.patientId, id), after ? gt(lead.id, after.id) : undefined))
        .orderBy(asc(lead.id))
        .limit(limit),
    );
    yield rowsAs('activity', (after: { id: number } | null, limit) =>
      ctx.db
        .select({
          id: activity.id,
          requestId: activity.leadId,
          kind: activity.kind,
          at: activity.at,
        })
        .from(activity)
        .where(and(eq(activity.patientId, id), after ? gt(activity.id, after.id) : undefined))
        .orderBy(asc(activity.id))
        .limit(limit),
    );
  },

  erase(ctx, { kind, id }) {
    if (kind === 'clinic') return Promise.resolve('done');
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
    );
  },
};
