import { useNavigation } from '@remix-run/react';
import { useEffect } from 'react';

/** Keys of this tab's storage; they hold addresses of pages and names of builds, nothing that somebody typed. */
const wayKey = 'build.way';
const triedKey = 'build.tried';
const renewedKey = 'build.renewed';

// Storage can be switched off: the page is then loaded anew once less, and never twice.
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
function take(key: string): string | null {
  const kept = read(key);
  if (kept !== null) sessionStorage.removeItem(key);
  return kept;
}
function keep(key: string, value: string): boolean {
  try {
    sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Notes where the page was going when it is left on the way. The script of the page it is going to may be gone with
 * its build: Remix then loads the page anew that was to be left.
 */
export function useNoteWay(): void {
  const { state, location } = useNavigation();
  const to = state === 'loading' ? location.pathname + location.search : null;
  useEffect(() => {
    if (to === null) return;
    const note = (): unknown => keep(wayKey, JSON.stringify([window.location.href, to]));
    addEventListener('pagehide', note);
    return () => removeEventListener('pagehide', note);
  }, [to]);
}

/** Goes on, by loading the whole page, to where the page was going before it was loaded anew. */
export function goesOn(): boolean {
  const noted = take(wayKey);
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (noted === null || load?.type !== 'reload') return false;
  const [from, to] = JSON.parse(noted) as [string, string];
  const { href, origin } = window.location;
  if (from !== href || new URL(to, href).origin !== origin) return false;
  keep(renewedKey, '1');
  window.location.replace(to);
  return true;
}

/** Loads a page that failed anew if the server has another build by now: once for each build, so that it ends. */
export function useNewerBuild(): void {
  useEffect(() => {
    void renewOnce(window.__remixManifest.version).catch(() => undefined);
  }, []);
}

async function renewOnce(version: string): Promise<void> {
  const tried = (read(triedKey) ?? '').split(' ');
  if (tried.includes(version)) return;
  const answer = await fetch(`/__manifest?${new URLSearchParams({ p: '/', version }).toString()}`);
  if (!answer.headers.has('X-Remix-Reload-Document')) return;
  if (!keep(triedKey, [...tried, version].join(' '))) return;
  keep(renewedKey, '1');
  window.location.reload();
}

/** Whether this page was loaded anew because of a newer build; asked once. */
export const wasRenewed = (): boolean => take(renewedKey) !== null;
