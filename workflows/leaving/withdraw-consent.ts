import { withTransaction } from '#engine';
import { stopAllCare } from '#modules/aftercare';
import type { ConsentDto, WithdrawableKind } from '#contracts/identity';
import { ownConsents, withdrawConsent } from '#modules/identity';
import { cancelOpenLeads } from '#modules/leads';
import { forgetTranslations } from '#modules/translations';
import { readableFor } from '#modules/deals';
import { endReadingOf } from '#modules/offers';
import type { CtxOf } from '#platform/context';

/**
 * The acting patient takes a consent back, and with it whatever is open: no request is shown to clinics, and none kept
 * open, without it. An agreement with a chosen clinic goes on, but
 * no clinic reads what the patient gave so far any more (docs/decisions/0043). The consents to aftercare and
 * to translation end those alone.
 */
export const takeConsentBack = (
  ctx: CtxOf<'patient'>,
  { kind }: { kind: WithdrawableKind },
): Promise<ConsentDto[]> =>
  withTransaction(ctx, async (tx) => {
    // First what a submission holds until it ends: what it opened is found then.
    await withdrawConsent(tx, kind);
    if (kind === 'translation') {
      await forgetTranslations(tx, { patientId: tx.actor.id });
      return ownConsents(tx);
    }
    await stopAllCare(tx, { patientId: tx.actor.id });
    if (kind === 'aftercare') return ownConsents(tx);
    await cancelOpenLeads(tx, { patientId: tx.actor.id });
    // After the requests' locks: what was chosen in the meantime is found.
    const length = readableFor['consent-withdrawn'];
    await endReadingOf(tx, { patientId: tx.actor.id, length });
    return ownConsents(tx);
  });
