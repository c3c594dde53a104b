import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultLocale } from '#platform/base/locale';
import { escapeMarkup } from '#platform/text/markup';
import { textIn } from '#app/i18n/server';

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

/** What the page of the console loads, as addresses of our own origin. */
interface ConsoleAssets {
  readonly script: string;
  /** Loaded together with the script: what it imports at once. */
  readonly imports: readonly string[];
  readonly styles: readonly string[];
}

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const entry = 'admin/main.tsx';
const address = (file: string) => `/console/${file}`;

/** Null where nobody built the console. Read at each request: in development the build changes under way. */
export function consoleAssets(folder: string | undefined): ConsoleAssets | null {
  const manifest = folder ? readManifest(path.join(folder, '.vite', 'manifest.json')) : null;
  const main = manifest?.[entry];
  if (!manifest || !main) return null;
  const imports = (main.imports ?? []).flatMap((key) => manifest[key] ?? []);
  return {
    script: address(main.file),
    imports: imports.map(({ file }) => address(file)),
    styles: [main, ...imports].flatMap(({ css }) => css ?? []).map(address),
  };
}

function readManifest(file: string): Record<string, Chunk> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>;
  } catch {
    return null;
  }
}
