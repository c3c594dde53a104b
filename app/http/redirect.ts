import type { TypedResponse } from '@remix-run/node';
import { redirect as plainRedirect } from '@remix-run/react';
import { AppError } from '#platform/base/errors';

// Nothing that a URL parser reads as another host, a scheme or a second header.
const unsafe = /[\p{Cc}\p{Cf}\\]/u;

/** The longest address that a redirect takes from outside, in characters. */
const longest = 1_000;

const here = 'http://here.invalid';

/** The address as a browser resolves it below our own host; null where it names another place than a path of ours. */
function pathBelowUs(to: string): string | null {
  if (!to.startsWith('/') || unsafe.test(to)) return null;
  try {
    const url = new URL(to, here);
    if (url.origin !== here || url.pathname.startsWith('//')) return null;
    return url.pathname + url.search + url.hash;
  } catch {
    return null;
  }
}

/** A path of our own that came from outside, in the form in which a browser resolves it; null for everything else. */
export const ownPath = (to: string | null | undefined): string | null =>
  to && to.length <= longest ? pathBelowUs(to) : null;

/** Whether a `Location` names a path of ours: no host, no scheme, no way for a browser to read one into it. */
export const isOwnLocation = (to: string): boolean => pathBelowUs(to) !== null;

/**
 * The one redirect of the product: to a path of ours, and to nothing else. A backslash of a query is written as browsers
 * read it there.
 *
 * @throws AppError `malformed_request` (400) where the address is no path of ours; part of it came from the request
 */
export function redirect(to: string, init?: number | ResponseInit): TypedResponse<never> {
  const at = to.indexOf('?');
  const repaired =
    at === -1 ? to : to.slice(0, at) + to.slice(at).replace(/[\p{Cf}\\]/gu, encodeURIComponent);
  const own = pathBelowUs(repaired);
  if (own === null) throw new AppError('malformed_request');
  return plainRedirect(own, init);
}
