import { Form, useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import { Button } from './button';
import { useHydrated } from './use-hydrated';

interface SeenButtonProps {
  /** Whose action takes the intent `read`. */
  path: string;
  unread: number;
  label: string;
}

/** What is on the screen is seen: said by the page itself, or by a button where no script runs. */
export function SeenButton({ path, unread, label }: SeenButtonProps) {
  const hydrated = useHydrated();
  const { submit, state } = useFetcher();
  useEffect(() => {
    if (unread > 0 && state === 'idle' && document.visibilityState === 'visible')
      void submit({ intent: 'read' }, { method: 'post', action: path });
  }, [unread, state, submit, path]);
  if (hydrated || unread === 0) return null;
  return (
    <Form method="post" action={path}>
      <Button name="intent" value="read" variant="secondary">
        {label}
      </Button>
    </Form>
  );
}
