import { useSubmit } from '@remix-run/react';
import { useEffect } from 'react';

/** Sends the token that stands behind `#` of the address, and takes it out of address and history. */
export function useLinkToken(): void {
  const submit = useSubmit();
  useEffect(() => {
    const token = window.location.hash.slice(1);
    if (token.length < 20) return;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    submit({ intent: 'open', token }, { method: 'post', replace: true });
  }, [submit]);
}
