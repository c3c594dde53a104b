import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compiledMessages } from '../app/i18n/vite-own-messages';
import { serverBuild } from './server-build';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The processes without the routes, which `npm run dev` takes from their sources. */
export default defineConfig({
  root,
  publicDir: false,
  logLevel: 'warn',
  plugins: [compiledMessages()],
  resolve: { alias: { '#app': `${root}app` } },
  // Packages stay where npm put them: built after each change, it has to be fast.
  ssr: { noExternal: [/^#/] },
  build: {
    ...serverBuild.build,
    ssr: true,
    outDir: 'build/server',
    // What runs loads parts of itself late.
    emptyOutDir: false,
    sourcemap: true,
    rollupOptions: {
      ...serverBuild.build?.rollupOptions,
      external: ['virtual:remix/server-build'],
    },
  },
});
