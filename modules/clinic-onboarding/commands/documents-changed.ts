import type { TxCtx } from '#platform/context';
import { sendIfAccepted } from '#engine';
import { applicationFlow } from '../application.flow.server';
import { readEvidence } from '../read-evidence.server';

/**
 * Tells the application that documents of it were added, removed or found infected, in the transaction that
 * did so: it may become complete, or fall back, and its clocks with it. Who may change documents was asked before;
 * what a scan finds counts also where the application no longer listens.
 */
export async function documentsChanged(
  ctx: TxCtx,
  { clinicId }: { clinicId: string },
): Promise<void> {
  const evidence = await readEvidence(ctx, clinicId);
  const event = { type: 'clinic-onboarding.change-documents', ...evidence } as const;
  await sendIfAccepted(ctx, applicationFlow, { id: clinicId, event });
}
