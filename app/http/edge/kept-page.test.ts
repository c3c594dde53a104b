import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { keptPage } from './kept-page';

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
