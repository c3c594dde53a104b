import { and, asc, eq, isNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { lead } from '../tables.server';

/** Requests that wait for a person: in no window, and not with their patient. */
export const isHeld = and(
  eq(lead.status, 'pending'),
  isNull(lead.screeningEndsAt),
  isNull(lead.sentBackAt),
)!;

/** Requests that wait for a person because the automatic checks found something; oldest first. */
export const heldLeads = (ctx: Ctx<ActorOf<'staff'> | ActorOf<'system'>>) =>
  ctx.db
    .select({
      id: lead.id,
      createdAt: lead.createdAt,
      subTreatment: lead.subTreatment,
      findings: lead.findings,
      description: lead.description,
    })
    .from(lead)
    .where(isHeld)
    .orderBy(asc(lead.createdAt), asc(lead.id))
    .limit(100);
