import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { applicationChanged } from '#contracts/clinic-onboarding';
import { useLive } from '#app/live/use-live';

/** How often the page asks by itself, also while it hears of changes. */
const refreshMs = 30_000;

export interface StatusCheck {
  /** Asks the server now. */
  readonly run: () => void;
  readonly running: boolean;
  /** The newest check got no answer: what is shown is from `checkedAt`. */
  readonly failed: boolean;
}

/**
 * Keeps the application on the page up to date: told by the server, and asking every 30 s while it is seen.
 * `checkedAt` is the server's time of what is shown, ISO 8601; a check that leaves it as it was has failed.
 */
export function useStatusCheck(checkedAt: string): StatusCheck {
  const { revalidate, state } = useRevalidator();
  const latest = useRef(revalidate);
  const asking = useRef<string | null>(null);
  const [failedAt, setFailedAt] = useState<string | null>(null);
  useEffect(() => {
    latest.current = revalidate;
  });
  useEffect(() => {
    if (state === 'idle' && asking.current === checkedAt) setFailedAt(checkedAt);
    asking.current = state === 'idle' ? null : checkedAt;
  }, [state, checkedAt]);
  useLive(({ type }) => type === applicationChanged, { as: 'clinic' });
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, refreshMs);
    return () => clearInterval(timer);
  }, []);
  return { run: revalidate, running: state !== 'idle', failed: failedAt === checkedAt };
}
