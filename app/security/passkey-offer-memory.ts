import type { AccountRole } from '../auth/security-paths';

const keyOf = (role: AccountRole): string => `passkey-offer.${role}`;

/** Whether this browser has been offered a passkey since its last sign-in; yes where that cannot be stored. */
export function offerWasMade(role: AccountRole): boolean {
  try {
    return localStorage.getItem(keyOf(role)) !== null;
  } catch {
    return true;
  }
}

/** Answered, either way: it is not asked again before the next sign-in. */
export function rememberOffer(role: AccountRole): void {
  try {
    localStorage.setItem(keyOf(role), 'made');
  } catch {
    // Storage can be switched off or full; then it is never offered.
  }
}

/** Signed out: the next sign-in may offer it again. */
export function forgetOffers(): void {
  try {
    for (const role of ['patient', 'clinic'] as const) localStorage.removeItem(keyOf(role));
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}
