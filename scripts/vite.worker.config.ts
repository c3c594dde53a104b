import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { addressIn } from '../app/i18n/address';
import { locales, perLocale } from '../platform/base/locale';
import { newsWordsIn } from './lib/news-words';

const root = fileURLToPath(new URL('..', import.meta.url));
const client = `${root}build/client`;

const files = readdirSync(`${client}/assets`, { recursive: true, encoding: 'utf8' }).sort();

const linked = files.filter((name) => /^root-[^/]+\.css$/.test(name));
const named = linked.flatMap((name) =>
  [...readFileSync(`${client}/assets/${name}`, 'utf8').matchAll(/(?<=url\(\/assets\/)[^)]+/g)].map(
    ([font]) => font,
  ),
);
if (linked.length !== 1) throw new Error(`one style sheet expected: ${linked.join(', ')}`);

/** Of a page without scripts; their names say what is in them. */
const shown = [...linked, ...named].map((name) => ({ url: `/assets/${name}`, revision: null }));

/** The server renders the page: with another build it may be another one. */
const revision = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
const pages = locales.map((locale) => ({ url: addressIn(locale, '/offline'), revision }));

/** The background worker, one script beside the pages that were built before: it keeps files by their names. */
export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  resolve: { alias: { '#app': `${root}app` } },
  define: {
    keptFiles: JSON.stringify([...pages, ...shown]),
    newsWords: JSON.stringify(perLocale(newsWordsIn)),
    'process.env.NODE_ENV': JSON.stringify('production'),
  },
  build: {
    outDir: client,
    emptyOutDir: false,
    sourcemap: false,
    target: 'es2022',
    rollupOptions: {
      input: `${root}app/offline/worker.ts`,
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
});
