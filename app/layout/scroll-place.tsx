import { ScrollRestoration, useLocation, useRevalidator } from '@remix-run/react';
import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Scrolls as the router does, and leaves readers where they are when what they read is loaded again (`useLive`). By itself
 * the router (6.30) takes them back to where they were when that load began:
 * https://github.com/remix-run/react-router/issues/13672, mended in its version 7 only.
 */
export function ScrollPlace({ nonce }: { nonce: string | undefined }) {
  const { key } = useLocation();
  // Whatever the router's state is, this renders when it changes, as what scrolls does.
  useRevalidator();
  const shown = useRef<string | null>(null);
  const top = useRef(0);
  return (
    <>
      <Effect
        run={() => {
          top.current = window.scrollY;
        }}
      />
      <ScrollRestoration nonce={nonce} />
      <Effect
        run={() => {
          const isMoved = shown.current === key && window.scrollY !== top.current;
          if (isMoved) window.scrollTo(0, top.current);
          shown.current = key;
        }}
      />
    </>
  );
}

/** A server has no layout, and React says so for each effect that waits for one. */
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Effects of neighbours run in their order: one before the router scrolls, one after it. */
function Effect({ run }: { run: () => void }) {
  useBeforePaint(run);
  return null;
}
