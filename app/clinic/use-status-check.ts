import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { applicationChanged } from '#contracts/clinic-onboarding';
import { useLive } from '#app/live/use-live';

/** How often the page asks by itself, also while it hears of changes. */
const refreshMs = 30_000;

export interface StatusCheck {
  /** Asks the server now. */
  readonly run: () => void;
  readonly running: boolean;
}

/** Keeps the application on the page up to date: told by the server, and asking every 30 s while it is seen. */
export function useStatusCheck(): StatusCheck {
  const { revalidate, state } = useRevalidator();
  const latest = useRef(revalidate);
  useEffect(() => {
    latest.current = revalidate;
  });
  useLive(({ type }) => type === applicationChanged, 'clinic');
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, refreshMs);
    return () => clearInterval(timer);
  }, []);
  return { run: revalidate, running: state !== 'idle' };
}
