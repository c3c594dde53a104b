import type { TxCtx } from '#platform/context';
import { publish } from '#engine';
import {
  knownBrowser,
  type KnownToken,
  rememberBrowser,
  type SignedInBrowser,
} from '../codes/browsers.server';
import { identityEvents } from '../events';

/**
 * What every sign-in does about its browser, by whatever proof: an account's owner is told when it is one that
 * the number has not signed in with before (security 30), and from now on it is known. `accountId` is null
 * while there is only a number: the first sign-in of an account is nobody's news.
 */
export async function enterBrowser(
  ctx: TxCtx,
  { accountId, ...browser }: SignedInBrowser & { accountId: string | null },
): Promise<KnownToken> {
  const known = await knownBrowser(ctx, browser);
  if (accountId && !known)
    await (browser.role === 'patient'
      ? publish(ctx, identityEvents['identity.patient-on-new-device'], { patientId: accountId })
      : publish(ctx, identityEvents['identity.clinic-on-new-device'], { clinicId: accountId }));
  return rememberBrowser(ctx, browser);
}
