import { useEffect } from 'react';
import { steps, type Step } from '#contracts/consultation';

/** Fetches the script of the step that follows while somebody looks at this one: a slow line then waits once less. */
export function useNextScript(step: Step): void {
  const next = steps
    .find(({ number }) => number === step + 1)
    ?.path.split('/')
    .at(-1);
  useEffect(() => {
    const routes = Object.values(window.__remixManifest.routes);
    const route = routes.find(
      ({ path, parentId }) => path === next && /consultation$/.test(parentId ?? ''),
    );
    for (const href of route ? [route.module, ...(route.imports ?? [])] : []) {
      if (document.querySelector(`link[href="${href}"]`)) continue;
      const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
      document.head.append(link);
    }
  }, [next]);
}
