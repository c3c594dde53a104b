import { useEffect, useRef } from 'react';
import { useReconnected } from './use-reconnected';

/** Sends a form again that did not get through, with the same button, once the network is back. */
export function useResend(formId: string, failure: { code?: string } | undefined): void {
  const pressed = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const form = document.getElementById(formId);
    const onSubmit = ({ submitter }: SubmitEvent): void => {
      pressed.current = submitter;
    };
    form?.addEventListener('submit', onSubmit);
    return () => form?.removeEventListener('submit', onSubmit);
  }, [formId]);
  useReconnected(failure, () => {
    const form = document.getElementById(formId) as HTMLFormElement | null;
    const button = pressed.current?.isConnected ? pressed.current : null;
    form?.requestSubmit(button);
  });
}
