import { useEffect } from 'react';
import { clearLocalCopy } from './clear-local-copy';

/** Signing out, with whichever button, takes what this browser kept of the wizard along. */
export function useForgetOnLogout(): void {
  useEffect(() => {
    const onSubmit = ({ target }: SubmitEvent): void => {
      const form = target as HTMLFormElement;
      // A field named `action` would hide the property.
      const action = form.getAttribute('action') ?? window.location.pathname;
      if (new URL(action, window.location.href).pathname === '/logout') clearLocalCopy();
    };
    document.addEventListener('submit', onSubmit, true);
    return () => document.removeEventListener('submit', onSubmit, true);
  }, []);
}
