import { useEffect, useRef } from 'react';

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

const firstMs = 5_000;
const lastMs = 60_000;

/**
 * Runs `onBack` when the network is back after a failure for want of it. A browser that thinks itself online
 * hears of nothing, so it is tried again after a while, each time after a longer one.
 */
export function useReconnected(
  failure: { code?: string } | undefined,
  onBack: () => void,
  { tries = true }: { tries?: boolean } = {},
): void {
  const act = useRef(onBack);
  act.current = onBack;
  const pause = useRef(firstMs);
  useEffect(() => {
    if (failure?.code !== 'network') {
      pause.current = firstMs;
      return;
    }
    const listening = new AbortController();
    addEventListener('online', () => act.current(), { signal: listening.signal });
    const timer =
      tries && navigator.onLine ? setTimeout(() => act.current(), pause.current) : undefined;
    pause.current = Math.min(pause.current * 2, lastMs);
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [failure, tries]);
}
