import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { sqlNow } from '#platform/clock';
import type { TxCtx } from '#platform/context';
import { startFlow } from '#platform/flow';
import { readSetting } from '#platform/settings';
import type { LeadFields } from '#contracts/consultation';
import type { LeadDto } from '../dto';
import { leadFlow } from '../lead.flow.server';
import { takeSubmissionPoint } from '../submission-budget.server';
import { findOwnLead, ownLead } from '../repo.server';
import { screen } from '../screening/screen.server';
import { leadWindows } from '../settings';
import { lead } from '../tables.server';
import { toOwnLead } from '../to-dto';

export interface Submission {
  /** Chosen by the caller so that a repeat finds the request that is there. */
  readonly leadId: string;
  readonly fields: LeadFields;
  /** A photo of it also belongs to a request of another patient. */
  readonly photoSeenElsewhere: boolean;
}

/**
 * Stores a request, checks it, and starts its clocks, within the caller's transaction. A `leadId` that is
 * there already answers with it as it stands.
 *
 * @throws AppError `too_many_requests`
 */
export async function submitLead(
  ctx: TxCtx<ActorOf<'patient'>>,
  { leadId, fields, photoSeenElsewhere }: Submission,
): Promise<{ lead: LeadDto; repeated: boolean }> {
  const present = await findOwnLead(ctx, leadId);
  if (present) return { lead: toOwnLead(ctx, present), repeated: true };
  await takeSubmissionPoint(ctx, leadId);
  const findings = await screen(ctx, { fields, photoSeenElsewhere });
  await ctx.db.insert(lead).values({
    ...fields,
    id: leadId,
    patientId: ctx.actor.id,
    findings,
    createdAt: sqlNow,
    status: 'pending',
    offersCount: 0,
  });
  const windows = await readSetting(ctx, leadWindows);
  await startFlow(ctx, leadFlow, {
    id: leadId,
    input: { leadId, patientId: ctx.actor.id, windows, findings },
  });
  await audit(ctx, {
    action: 'leads.submit',
    object: { type: 'lead', id: leadId },
    facts: { findings: findings.join(' ') },
  });
  return { lead: toOwnLead(ctx, await ownLead(ctx, leadId)), repeated: false };
}
