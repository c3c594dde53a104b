import { and, eq } from 'drizzle-orm';
import { defineMachine, publishLive } from '#engine';
import type { Change } from '#engine/contract';
import type { TxCtx } from '#platform/context';
import { shareEvents } from './schemas';
import { shareContext, type ShareContext, shareMachine } from './share.machine';
import { share } from './tables.server';
import { companionsChanged, type ShareState, shareStates } from './values';

/** A link of a patient; its root is the request, also where it shows the deal. */
export const shareFlow = defineMachine({
  name: 'companions.share',
  version: 1,
  root: 'leads.lead',
  machine: shareMachine,
  context: shareContext,
  events: shareEvents,
  audit: {
    object: 'companion-link',
    events: {
      'flow.started': { action: 'companions.share' },
      'companions.open': {},
      'companions.revoke': {},
    },
  },
  project: projectShare,
});

/** Writes where a link stands, and the word to open pages of its patient. */
export async function projectShare(
  ctx: TxCtx,
  { id, event, value, context, at }: Change<typeof shareMachine>,
): Promise<void> {
  const state = shareStates.find((one): one is ShareState => one === value);
  if (!state) throw new Error(`link ${id} is in no known state`);
  // What begins is stored as it begins.
  if (event.type !== 'flow.started')
    await ctx.db
      .update(share)
      .set({
        state,
        tokenHash: null,
        ...(state === 'used'
          ? { openedAt: at, lastOpenedAt: at }
          : { cookieHash: null, endedAt: at, endedBecause: context.endedBecause }),
      })
      .where(and(eq(share.leadId, context.leadId), eq(share.id, id)));
  await notifyPages(ctx, context);
}

/** Open pages with a patient's links load them again. */
export async function notifyPages(
  ctx: TxCtx,
  { leadId, patientId }: Pick<ShareContext, 'leadId' | 'patientId'>,
): Promise<void> {
  await publishLive(ctx, `patient:${patientId}`, { type: companionsChanged, data: { leadId } });
}
