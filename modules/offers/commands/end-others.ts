import type { TxCtx } from '#platform/context';
import { dispatchIfOpen } from '#platform/flow';
import { offerFlow } from '../offer.flow.server';
import { notePlaces } from '../price-places.server';
import { liveIdsOf } from '../repo.server';

/** What ends offers besides themselves; each is part of another event and holds the locks of the requests concerned. */

/** One offer was chosen: each other live one learns where its price lay, and is declined. */
export async function declineNotChosen(ctx: TxCtx, { leadId }: { leadId: string }): Promise<void> {
  const ids = await liveIdsOf(ctx, leadId);
  if (ids.length === 0) return;
  await notePlaces(ctx, { leadId });
  await declineAll(ctx, ids, 'not-chosen');
}

/** A request ended without a choice. */
export async function declineWithRequest(
  ctx: TxCtx,
  { leadId }: { leadId: string },
): Promise<void> {
  await declineAll(ctx, await liveIdsOf(ctx, leadId), 'request-ended');
}

async function declineAll(
  ctx: TxCtx,
  ids: readonly string[],
  because: 'not-chosen' | 'request-ended',
): Promise<void> {
  const event = { type: 'offers.decline', because, reason: null } as const;
  for (const id of ids) await dispatchIfOpen(ctx, offerFlow, { id, event });
}

/** A clinic is shut out, or leaves. Those that ended meanwhile stay as they are. */
export async function withdrawOffers(
  ctx: TxCtx,
  { offerIds, by }: { offerIds: readonly string[]; by: 'suspension' | 'clinic' },
): Promise<void> {
  const event = { type: 'offers.withdraw', by } as const;
  for (const id of offerIds) await dispatchIfOpen(ctx, offerFlow, { id, event });
}
