import { ownPath } from '#app/http/redirect';
import { readAddress } from '#app/i18n/address';

/** Where to go after signing in: a path of our own, or `fallback`. */
export function safeRedirect(to: string | null | undefined, fallback: string): string {
  const own = ownPath(to);
  if (own === null) return fallback;
  const { path } = readAddress(own);
  return /^\/(login|register|logout|clinic-login|api)(\/|[?#]|$)/.test(path) ? fallback : own;
}
