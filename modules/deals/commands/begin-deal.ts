import type { TxCtx } from '#platform/context';
import { sqlNow } from '#platform/clock';
import { startFlow } from '#platform/flow';
import { idFromName } from '#platform/ids';
import { readSetting } from '#platform/settings';
import { dealFlow } from '../deal.flow.server';
import type { Price } from '../price';
import { dealWindows } from '../settings';
import { deal } from '../tables.server';

/** The id of the flow of the deal that follows from an offer. */
export const dealIdOf = (offerId: string): string => idFromName(`${offerId}:deal`);

interface Accepted {
  readonly offerId: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
  /** Of the accepted revision. */
  readonly sealed: Price;
  /** {@link sealed} with the extras that have a price, in cents of its currency. */
  readonly totalCents: number;
}

/** An offer was accepted: its deal begins, within that transaction. A repeat changes nothing. */
export async function beginDeal(
  ctx: TxCtx,
  { sealed, totalCents, ...who }: Accepted,
): Promise<void> {
  const id = dealIdOf(who.offerId);
  await ctx.db
    .insert(deal)
    .values({
      id,
      ...who,
      createdAt: sqlNow,
      sealedCents: sealed.amountCents,
      sealedCurrency: sealed.currency,
      acceptedCents: totalCents,
      phase: 'accepted',
      status: 'accepted',
      sequence: 0,
    })
    .onConflictDoNothing();
  const windows = await readSetting(ctx, dealWindows);
  await startFlow(ctx, dealFlow, { id, root: who.leadId, input: { ...who, sealed, windows } });
}
