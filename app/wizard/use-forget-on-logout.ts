import { useEffect } from 'react';
import { forgetUnsent } from '#app/forms/unsent';
import { writeBirthDate } from '#app/profile/birth-date';
import { forgetOffers } from '#app/security/passkey-offer-memory';
import { clearLocalCopy } from './clear-local-copy';

/** Signing out, with whichever button, takes along what this browser kept: the wizard's choices, the date of birth, and that a passkey was offered. */
export function useForgetOnLogout(): void {
  useEffect(() => {
    const onSubmit = ({ target }: SubmitEvent): void => {
      const form = target as HTMLFormElement;
      // A field named `action` would hide the property.
      const action = form.getAttribute('action') ?? window.location.pathname;
      if (new URL(action, window.location.href).pathname !== '/logout') return;
      clearLocalCopy();
      forgetUnsent();
      writeBirthDate('');
      forgetOffers();
    };
    document.addEventListener('submit', onSubmit, true);
    return () => document.removeEventListener('submit', onSubmit, true);
  }, []);
}
