import { and, asc, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import type { LeadDetails, LeadDto } from '../dto';
import { ownLead } from '../repo.server';
import { activity } from '../tables.server';
import { toOwnLead } from '../to-dto';

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

/**
 * One request of the acting patient with its dates.
 *
 * @throws AppError `not_found`
 */
export async function readLead(
  ctx: Ctx<ActorOf<'patient'>>,
  { leadId }: { leadId: string },
): Promise<LeadDetails> {
  const row = await ownLead(ctx, leadId);
  const happened = await ctx.db
    .select({ id: activity.id, leadId: activity.leadId, kind: activity.kind, at: activity.at })
    .from(activity)
    .where(and(eq(activity.leadId, row.id), eq(activity.patientId, ctx.actor.id)))
    .orderBy(asc(activity.id));
  return {
    lead: toOwnLead(ctx, row),
    screeningEndsAt: instant(row.screeningEndsAt),
    sentBackAt: instant(row.sentBackAt),
    publishedAt: instant(row.publishedAt),
    offersDueAt: instant(row.offersDueAt),
    expiresAt: instant(row.expiresAt),
    widenedAt: instant(row.widenedAt),
    noticeAt: instant(row.noticeAt),
    completedAt: instant(row.completedAt),
    cancelledAt: instant(row.cancelledAt),
    cancelledBy: row.cancelledBy,
    cancelReason: row.cancelReason,
    acceptedOfferId: row.acceptedOfferId,
    activity: happened.map(({ at, ...rest }) => ({
      ...rest,
      subTreatment: row.subTreatment,
      at: at.toISOString(),
    })),
  };
}

/** A request of the acting patient, without what happened to it. @throws AppError `not_found` */
export const readLeadAlone = async (
  ctx: Ctx<ActorOf<'patient'>>,
  { leadId }: { leadId: string },
): Promise<LeadDto> => toOwnLead(ctx, await ownLead(ctx, leadId));
