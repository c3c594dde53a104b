import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { TxCtx } from '#platform/context';
import { startFlow } from '#platform/flow';
import { readSetting } from '#platform/settings';
import { together } from '#platform/together';
import type { LeadFields } from '#contracts/consultation';
import type { LeadDto } from '../dto';
import { leadFlow } from '../lead.flow.server';
import type { Standing } from '../repo.server';
import { screen } from '../screening/screen.server';
import { leadWindows } from '../settings';
import { lead } from '../tables.server';
import { toOwnLead } from '../to-dto';

export interface Submission {
  /** Admitted by `admitSubmission` in the same transaction. */
  readonly leadId: string;
  /** As the admission found it. */
  readonly standing: Standing;
  readonly fields: LeadFields;
  /** A photo of it also belongs to a request of another patient. */
  readonly photoSeenElsewhere: boolean;
}

/** Stores a new request, checks it, and starts its clocks, within the caller's transaction. */
export async function submitLead(
  ctx: TxCtx<ActorOf<'patient'>>,
  { leadId, standing, fields, photoSeenElsewhere }: Submission,
): Promise<LeadDto> {
  const findings = await screen(ctx, { fields, photoSeenElsewhere, standing });
  const windows = await readSetting(ctx, leadWindows);
  // On its way before the flow is: that one's projection finds the row.
  const stored = ctx.db
    .insert(lead)
    .values({
      ...fields,
      id: leadId,
      patientId: ctx.actor.id,
      findings,
      createdAt: sqlNow,
      status: 'pending',
      offersCount: 0,
    })
    .returning()
    .execute();
  const input = { leadId, patientId: ctx.actor.id, windows, findings };
  const [[row]] = await together(stored, startFlow(ctx, leadFlow, { id: leadId, input }));
  return toOwnLead(ctx, row!);
}
