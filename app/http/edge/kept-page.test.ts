import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { textIn } from '#app/i18n/server';
import { keptPage, staleCopy } from './kept-page';

const link = (href: string) => `<link rel="stylesheet" href="${href}"/>`;
const pageWith = (links: string) => `<html><head>${links}</head><body></body></html>`;
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('brings its style sheet along, at the end of the head, and its policy lets exactly that apply', () => {
  const style = 'a{content:"$&"}';
  const { html, policy } = keptPage(pageWith(link('/assets/root-1.css')), 'n', (href) =>
    href === '/assets/root-1.css' ? style : undefined,
  );
  expect(html.toString()).toContain(
    `<link media="print" rel="stylesheet" href="/assets/root-1.css"/><style>${style}</style></head>`,
  );
  expect(policy).toContain(`style-src 'self' ${hash(style)};`);
});

it('leaves the link as it is where there is no such file, or its text would end the element', () => {
  for (const style of [undefined, 'a{}</style><script>']) {
    const { html, policy } = keptPage(pageWith(link('/assets/root-1.css')), 'n', () => style);
    expect(html.toString()).toBe(pageWith(link('/assets/root-1.css')));
    expect(policy).toContain("style-src 'self';");
  }
});

it('loses its nonce, and its policy lets no script run that stands in it', () => {
  const script = '<script nonce="n">alert(1)</script>';
  const { html, policy } = keptPage(pageWith(script), 'n', () => undefined);
  expect(html.toString()).toBe(pageWith('<script>alert(1)</script>'));
  expect(policy).toContain("script-src 'self';");
});

it('says in its own language that it is stale, and is no stale copy where it has no place to say so', () => {
  const page = (lang: string, place: string) =>
    keptPage(`<html lang="${lang}" dir="ltr"><body>${place}</body></html>`, 'n', () => undefined);
  const place = '<div id="stale-notice" role="status" class="a"></div>';
  for (const locale of ['en', 'tr'] as const)
    expect(staleCopy(page(locale, place))?.toString()).toContain(
      `<div id="stale-notice" role="status" class="a">${textIn(locale)('common.stale')}</div>`,
    );
  expect(staleCopy(page('en', ''))).toBeNull();
  expect(staleCopy(page('xx', place))).toBeNull();
});
