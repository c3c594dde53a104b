import { readAddress } from '#app/i18n/address';

// Nothing a URL parser could read as another host, a scheme or a second header.
const unsafe = /[\p{Cc}\p{Cf}\\]/u;

/** Where to go after signing in: a path of our own, or `fallback`. */
export function safeRedirect(to: string | null | undefined, fallback: string): string {
  if (!to || !to.startsWith('/') || unsafe.test(to) || to.length > 1_000) return fallback;
  const here = 'http://here.invalid';
  const url = URL.canParse(to, here) ? new URL(to, here) : null;
  if (!url || url.origin !== here || url.pathname.startsWith('//')) return fallback;
  const { path } = readAddress(url.pathname);
  if (/^\/(login|register|logout|clinic-login|api)(\/|$)/.test(path)) return fallback;
  return url.pathname + url.search + url.hash;
}
