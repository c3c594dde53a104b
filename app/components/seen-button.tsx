import { Form, useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { Button } from './button';
import { useHydrated } from './use-hydrated';

interface SeenButtonProps {
  /** Whose action takes the intent `read`. */
  path: string;
  unread: number;
  /** The last message on the screen: what came in since is not seen. */
  upTo?: string;
  label: string;
}

/** What is on the screen is seen: said by the page itself, or by a button where no script runs. */
export function SeenButton({ path, unread, upTo, label }: SeenButtonProps) {
  const hydrated = useHydrated();
  const { submit, state } = useFetcher();
  useEffect(() => {
    if (unread > 0 && state === 'idle' && document.visibilityState === 'visible')
      void submit({ intent: 'read', ...(upTo ? { upTo } : {}) }, { method: 'post', action: path });
  }, [unread, state, submit, path, upTo]);
  if (hydrated || unread === 0) return null;
  return (
    <Form method="post" action={path}>
      {upTo ? <input type="hidden" name="upTo" value={upTo} /> : null}
      <Button name="intent" value="read" variant="secondary">
        {label}
      </Button>
    </Form>
  );
}
