import { readAddress } from '#app/i18n/address';

// Nothing a URL parser could read as another host, a scheme or a second header.
const unsafe = /[\p{Cc}\p{Cf}\\]/u;

/** A path of our own, as it came; null for everything else. */
export function ownPath(to: string | null | undefined): string | null {
  if (!to || !to.startsWith('/') || unsafe.test(to) || to.length > 1_000) return null;
  const here = 'http://here.invalid';
  const url = URL.canParse(to, here) ? new URL(to, here) : null;
  if (!url || url.origin !== here || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

/** Where to go after signing in: a path of our own, or `fallback`. */
export function safeRedirect(to: string | null | undefined, fallback: string): string {
  const own = ownPath(to);
  if (own === null) return fallback;
  const { path } = readAddress(own);
  return /^\/(login|register|logout|clinic-login|api)(\/|[?#]|$)/.test(path) ? fallback : own;
}
