import { useFormAction, useSubmit } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * Sends the token that stands behind `#` of the address to the page's form of this intent, and takes it out of address and
 * history first: browsers keep what stands there to themselves, and so does a screen that somebody looks at.
 */
export function useFragmentToken(intent: string): void {
  const submit = useSubmit();
  // The page's own address: without one the router goes by the address that it knows, with the token in it.
  const action = useFormAction();
  useEffect(() => {
    const send = () => {
      const token = window.location.hash.slice(1);
      if (token.length < 20) return;
      window.history.replaceState(window.history.state, '', window.location.pathname);
      submit({ intent, token }, { method: 'post', replace: true, action });
    };
    send();
    // A link that is opened where its page is open already changes the address alone.
    window.addEventListener('hashchange', send);
    return () => window.removeEventListener('hashchange', send);
  }, [submit, intent, action]);
}
