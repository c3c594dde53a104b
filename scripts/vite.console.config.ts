import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compiledMessages } from '../app/i18n/vite-compiled-messages';

const root = fileURLToPath(new URL('..', import.meta.url));

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
  plugins: [compiledMessages(), tailwindcss()],
  resolve: { alias: { '#app': `${root}app` } },
  build: {
    outDir: 'build/console',
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    chunkSizeWarningLimit: 2_000,
    rollupOptions: {
      input: `${root}admin/main.tsx`,
      // Said of every file of the kit; `use client` is for servers.
      onwarn: (warning, warn) => quiet.has(warning.code ?? '') || warn(warning),
    },
  },
});
