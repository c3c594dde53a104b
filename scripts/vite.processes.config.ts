import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compiledMessages } from '../app/i18n/vite-compiled-messages';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = (name: string): string => `${root}scripts/entries/${name}.ts`;
const names = [
  'settings',
  'prepare',
  'web',
  'worker',
  'file-work',
  'staff',
  'audit-verify',
  'exchange',
].filter((name) => existsSync(entry(name)));

/** Our own code of the processes, bundled for Node; packages stay where npm put them. */
export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  plugins: [compiledMessages()],
  resolve: { alias: { '#app': `${root}app` } },
  ssr: { noExternal: [/^#/] },
  build: {
    ssr: true,
    outDir: 'build',
    emptyOutDir: false,
    // Beside the bundle and read by Node only: the web process serves build/client.
    sourcemap: true,
    target: 'node22',
    rollupOptions: {
      input: Object.fromEntries(names.map((name) => [name, entry(name)])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
    },
  },
});
