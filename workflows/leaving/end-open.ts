import { stopAllCare } from '#modules/aftercare';
import { detachClinic } from '#modules/clinic-onboarding';
import { endSharesOfPatient } from '#modules/companions';
import { callOffDeals } from '#modules/deals';
import { cancelOpenLeads } from '#modules/leads';
import { endOutcomes } from '#modules/outcomes';
import { endBrowsers, endWebhooks } from '#modules/webhooks';
import type { TxCtx } from '#platform/context';
import type { Person } from '#platform/privacy/person-data';

/**
 * Ends what a person has open, as they would themselves: a patient's requests, deals that have not begun, what is still
 * to be asked about treatments, and links by which relatives look on. Browsers hear no more of either. A clinic is
 * shut, and its own systems hear no more of it; its live offers, of which there may be hundreds, follow after the commit (`workflows/offers/withdraw-with-clinic.ts`).
 */
export async function endOpen(ctx: TxCtx, { kind, id }: Person): Promise<void> {
  await endBrowsers(ctx, { kind, id });
  if (kind === 'clinic') {
    await endWebhooks(ctx, { clinicId: id });
    return detachClinic(ctx, { clinicId: id });
  }
  await cancelOpenLeads(ctx, { patientId: id });
  await callOffDeals(ctx, { patientId: id });
  await stopAllCare(ctx, { patientId: id });
  await endOutcomes(ctx, { patientId: id });
  await endSharesOfPatient(ctx, { patientId: id });
}
