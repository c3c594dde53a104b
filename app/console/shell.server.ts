import { defaultLocale } from '#platform/base/locale';
import { escapeMarkup } from '#platform/text/markup';
import { textIn } from '#app/i18n/server';
import type { ConsoleAssets } from './manifest.server';

const text = textIn(defaultLocale);

/**
 * The page that the staff console starts in. It holds nothing of anybody, whoever asks: the console itself
 * finds out who is signed in. The nonce is also for the styles that it adds while it runs.
 */
export function consoleShell(assets: ConsoleAssets | null, nonce: string): string {
  const title = text('common.page_title', {
    page: text('common.console.title'),
    brand: text('common.brand'),
  });
  const styles = assets?.styles.map((href) => `<link rel="stylesheet" href="${href}">`) ?? [];
  const scripts = assets
    ? [
        ...assets.imports.map(
          (href) => `<link rel="modulepreload" nonce="${nonce}" href="${href}">`,
        ),
        `<script type="module" nonce="${nonce}" src="${assets.script}"></script>`,
      ]
    : [];
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<meta property="csp-nonce" nonce="${nonce}">`,
    `<title>${escapeMarkup(title)}</title>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...styles,
    ...scripts,
    '</head>',
    '<body>',
    // Seen only when the console does not begin: a script that a deploy took away, a line that broke.
    `<div id="console"><main class="console-waits"><p>${escapeMarkup(text('common.console.waits'))} `,
    `<a href="">${escapeMarkup(text('common.console.load_again'))}</a></p></main></div>`,
    `<noscript><main><h1>${escapeMarkup(text('common.console.title'))}</h1>`,
    `<p>${escapeMarkup(text('common.console.needs_scripts'))}</p></main></noscript>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
