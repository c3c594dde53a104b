import type { TxCtx } from '#platform/context';
import type { Evidence } from './application.machine';
import { reviewClocks } from './calendar/review-clocks.server';
import { missingKinds, unacceptedKinds } from './evidence';
import { documentsOf, lockEvidence } from './repo.server';

/** What the documents come to, with the lock under which that stays true until the transaction ends. */
export async function readEvidence(ctx: TxCtx, clinicId: string): Promise<Evidence> {
  await lockEvidence(ctx, clinicId);
  const docs = await documentsOf(ctx, clinicId);
  return {
    complete: missingKinds(docs).length === 0,
    accepted: unacceptedKinds(docs).length === 0,
    clocks: await reviewClocks(ctx),
  };
}
