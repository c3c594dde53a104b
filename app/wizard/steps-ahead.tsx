import { useEffect } from 'react';
import { steps, type Step } from '#contracts/consultation';

const lookAgainMs = 500;
const looks = 20;

/**
 * Makes the browser learn of every step's route, and fetch the script of the one that follows, while somebody looks at
 * this one: a slow line then waits for the answer alone. Nothing is shown.
 */
export function StepsAhead({ step }: { step: Step }) {
  const next = steps
    .find(({ number }) => number === step + 1)
    ?.path.split('/')
    .at(-1);
  useEffect(() => {
    let tries = 0;
    const look = (): void => {
      tries += 1;
      if (!next || fetchScript(next) || tries === looks) clearInterval(looking);
    };
    const looking = setInterval(look, lookAgainMs);
    look();
    return () => clearInterval(looking);
  }, [next]);
  return steps.map(({ path }) => (
    <form key={path} action={path} data-discover="true" hidden className="hidden" />
  ));
}

/** False while the browser has not heard of that step’s route, or has no network. */
function fetchScript(lastOfPath: string): boolean {
  const routes = Object.values(window.__remixManifest.routes);
  const route = routes.find(
    ({ path, parentId }) => path === lastOfPath && /consultation$/.test(parentId ?? ''),
  );
  if (!route || !navigator.onLine) return false;
  for (const href of [route.module, ...(route.imports ?? [])]) void keepAtHand(href);
  return true;
}

const atHand = new Set<string>();

/** Into the browser's cache, not as a module: one whose preload failed for want of a network stays failed. */
async function keepAtHand(href: string): Promise<void> {
  if (atHand.has(href) || document.querySelector(`link[href="${href}"]`)) return;
  atHand.add(href);
  await fetch(href, { priority: 'low' }).catch(() => atHand.delete(href));
}
