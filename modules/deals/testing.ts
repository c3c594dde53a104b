import type { Assumption } from '#contracts/offers';
import { withTransaction } from '#engine';
import { accountHolder, type ActorOf } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { newId } from '#platform/base/ids';
import { beginDeal } from './commands.server';
import { clinicDay, type Price } from './rules';

/** A clinic of its own that was approved; no row of `clinic-onboarding` stands behind it. */
export const someClinic = (id = newId()): ActorOf<'clinic'> => ({
  kind: 'clinic',
  id,
  phone: '+902125550100',
  sessionId: newId(),
  approved: true,
  member: accountHolder(id),
});

/** What a patient paid by the offer, in the tests that do not say otherwise. */
export const someSealed: Price = { amountCents: 200_000, currency: 'USD' };

/** Today at the clinic, by the clock of the test: a day on which a treatment without an agreed date may take place. */
export const someDay = async (ctx: Ctx): Promise<string> => clinicDay(await now(ctx));

/** Begins the deal of an offer that nothing else knows of, for a request that is there; answers the offer's id. */
export async function begunDeal(
  ctx: Ctx,
  who: {
    leadId: string;
    patientId: string;
    clinicId: string;
    sealed?: Price;
    totalCents?: number;
  } & {
    assumptions?: readonly Assumption[];
  },
): Promise<string> {
  const offerId = newId();
  const { sealed = someSealed, totalCents = sealed.amountCents, assumptions = [], ...ids } = who;
  await withTransaction(ctx, (tx) =>
    beginDeal(tx, { offerId, ...ids, sealed, totalCents, assumptions }),
  );
  return offerId;
}
