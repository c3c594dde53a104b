import type { EntryContext } from '@remix-run/node';
import { createHash } from 'node:crypto';
import { isLocale } from '#platform/base/locale';
import { escapeMarkup } from '#platform/text/markup';
import { textIn } from '#app/i18n/server';
import { staleNotice } from '#app/offline/notice-connection';
import { keptPagePolicy } from './content-policy';
import type { StyleAt } from './built-assets';

/** A page that any visitor may be given. */
export interface KeptPage {
  readonly html: Buffer;
  /** Lets no inline script run, and apply exactly the styles that stand in it (security 70). */
  readonly policy: string;
  readonly tag: string;
}

/** Whether the page of a route may be kept, as its `handle` says. */
export function mayBeKept(
  { staticHandlerContext, routeModules }: EntryContext,
  headers: Headers,
): boolean {
  const leaf = staticHandlerContext.matches.at(-1)?.route.id ?? '';
  const { kept } = (routeModules[leaf]?.handle ?? {}) as { kept?: boolean };
  return kept === true && staticHandlerContext.errors === null && !headers.has('Set-Cookie');
}

const digest = (text: string | Buffer): string =>
  createHash('sha256').update(text).digest('base64');

/**
 * A page that was rendered whole. It loses the nonce it was rendered with: a visitor's page runs a file of ours and no
 * script that stands in it, however it got there.
 */
export function keptPage(rendered: string, nonce: string, styleAt: StyleAt): KeptPage {
  const { page, styles } = withStyles(rendered.replaceAll(` nonce="${nonce}"`, ''), styleAt);
  const html = Buffer.from(page);
  const policy = keptPagePolicy(styles.map(digest));
  return { html, policy, tag: `W/"${digest(html)}"` };
}

const sheet = /<link rel="stylesheet" href="([^"]+)"\/>/g;

/**
 * A visitor's first page brings its style sheet along: on a slow line asking for it would be half of the wait. The link
 * stays, so that the next page has it, but holds nothing up.
 */
function withStyles(html: string, styleAt: StyleAt): { page: string; styles: string[] } {
  const styles: string[] = [];
  const linked = html.replace(sheet, (link: string, href: string) => {
    const style = styleAt(href);
    if (style === undefined || /<\/style/i.test(style)) return link;
    styles.push(style);
    return link.replace('<link ', '<link media="print" ');
  });
  const inline = styles.map((style) => `<style>${style}</style>`).join('');
  return { page: linked.replace('</head>', () => `${inline}</head>`), styles };
}

/** Shared caches may hold it for a minute; browsers ask each time. */
export const headersOf = ({ policy, tag }: KeptPage): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Cache-Control': 'public, max-age=0, s-maxage=60',
  Vary: 'Cookie, Accept-Encoding',
  ETag: tag,
});

const emptyNotice = new RegExp(`(<div id="${staleNotice}"[^>]*>)(?=</div>)`);
const languageOf = /^(?:<!DOCTYPE html>)?<html lang="([a-z]{2})"/;

/**
 * The same page, saying to its reader in the page's language that it may be out of date; null for a page without a place
 * to say so. The server writes the words in, so that no browser loads them with a page that is fresh.
 */
export function staleCopy({ html }: KeptPage): Buffer | null {
  const page = html.toString();
  const locale = languageOf.exec(page)?.[1];
  if (!isLocale(locale) || !emptyNotice.test(page)) return null;
  const words = escapeMarkup(textIn(locale)('common.stale'));
  return Buffer.from(page.replace(emptyNotice, (place) => place + words));
}

/**
 * Of a copy that is served because the database is away, `age` in whole seconds. No cache holds it: the page may be had
 * anew the moment after.
 */
export const headersOfStale = (
  { policy }: KeptPage,
  age: number,
): Record<string, string | number> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Cache-Control': 'no-store',
  Vary: 'Cookie, Accept-Encoding',
  Age: age,
  Warning: '110 - "Response is Stale"',
});
