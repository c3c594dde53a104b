import tailwindcss from '@tailwindcss/vite';
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { compiledMessages } from '../app/i18n/vite-own-messages';

const root = fileURLToPath(new URL('..', import.meta.url));

const outDir = `${root}build/console`;

/** What pdf.js fetches while it reads: fonts, character maps, and its decoders without WebAssembly. */
const pdfParts: Plugin = {
  name: 'pdf-parts',
  writeBundle: () => {
    for (const part of ['cmaps', 'standard_fonts', 'wasm'])
      cpSync(`${root}node_modules/pdfjs-dist/${part}`, `${outDir}/pdf/${part}`, {
        recursive: true,
        filter: (file) => !file.endsWith('.wasm'),
      });
  },
};

const quiet = new Set(['MODULE_LEVEL_DIRECTIVE', 'INVALID_ANNOTATION']);

/**
 * The staff console: a build of its own, outside `build/client`, so that no public page can reach a byte of it.
 * `app/routes/admin+` reads its manifest.
 */
export default defineConfig({
  root,
  base: '/console/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [compiledMessages(), tailwindcss(), pdfParts],
  resolve: { alias: { '#app': `${root}app` } },
  build: {
    outDir,
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    chunkSizeWarningLimit: 2_000,
    rollupOptions: {
      input: `${root}admin/main.tsx`,
      // Reported of every file of the kit; `use client` is for servers.
      onwarn: (warning, warn) => quiet.has(warning.code ?? '') || warn(warning),
    },
  },
});
