import { useEffect } from 'react';

/** In this tab's storage lie addresses of pages and names of builds, nothing that somebody typed. */
const wayKey = 'build.way';
const triedKey = 'build.tried';
const renewedKey = 'build.renewed';
/** Remix's own: the version of a page that it is about to load anew. */
const remixKey = 'remix-manifest-version';

/** What was there; with `value` that takes its place, with null nothing does. Storage can be switched off. */
function tab(key: string, value?: string | null): string | null {
  try {
    const was = sessionStorage.getItem(key);
    if (value) sessionStorage.setItem(key, value);
    else if (value === null) sessionStorage.removeItem(key);
    return was;
  } catch {
    return null;
  }
}

/**
 * Goes on, by loading the whole page, to where a page was going that was loaded anew on the way: the script of the page
 * it was going to may be gone with its build, and Remix then loads the page again that was to be left.
 */
export function useWayOn(): void {
  useEffect(() => {
    addEventListener('pagehide', noteWay);
    const [from, to] = tab(wayKey, null)?.split(' ') ?? [];
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (!to || from !== location.href || load?.type !== 'reload') return;
    tab(renewedKey, '1');
    location.replace(location.origin + to);
  }, []);
}

function noteWay(): void {
  const { state, location: to } = window.__remixRouter.state.navigation;
  if (state === 'loading') tab(wayKey, `${location.href} ${to.pathname}${to.search}`);
}

/** Loads a page that failed anew if the server has another build by now: once for each build, so that it ends. */
export function useNewerBuild(): void {
  useEffect(() => {
    void renewOnce(window.__remixManifest.version).catch(() => undefined);
  }, []);
}

async function renewOnce(version: string): Promise<void> {
  const before = tab(triedKey) ?? '';
  if (before.includes(version) || tab(remixKey) === version) return;
  const answer = await fetch(`/__manifest?p=%2F&version=${version}`);
  if (!answer.headers.has('X-Remix-Reload-Document')) return;
  tab(triedKey, `${before} ${version}`);
  // Without a memory there would be no end.
  if (!tab(triedKey)?.includes(version)) return;
  tab(renewedKey, '1');
  location.reload();
}

/** Whether this page was loaded anew because of a newer build; asked once. */
export const wasRenewed = (): boolean => tab(renewedKey, null) !== null;
