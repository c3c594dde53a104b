import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { browserHalf, routePairs } from './app/http/vite-plugins';
import { notifyVisitors } from './app/http/vite-sources-changed';
import { compiledMessages, ownMessages } from './app/i18n/vite-own-messages';
import { ownPictures } from './app/i18n/vite-shared-pictures';
import remixOptions from './remix.config.js';
import { serverBuild } from './scripts/server-build';

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true;
  }
}

const languages = fileURLToPath(new URL('./languages', import.meta.url));

/** Builds the processes in place of the routes alone, which the web process imports. */
const serverEntries: Plugin = {
  name: 'server-entries',
  enforce: 'post',
  config: (_, { isSsrBuild }) => (isSsrBuild ? serverBuild : null),
};

/**
 * Packages that browsers load from the sources, beside those that Remix names. Vite bundles them before the first page:
 * one that it found later would be bundled anew, and the page under way would get 504 for half of its modules.
 */
const inBrowsers = [
  '@conform-to/react',
  '@lingui/core',
  '@lingui/react',
  '@simplewebauthn/browser',
  '@xstate/react',
  'altcha-lib',
  'input-otp',
  'libphonenumber-js/max',
  'libphonenumber-js/min',
  'lucide-react',
  'react-phone-number-input/locale/en',
  'xstate',
  'zod',
];

export default defineConfig({
  plugins: [
    compiledMessages(),
    routePairs(),
    browserHalf(),
    notifyVisitors(),
    ownMessages(languages),
    ownPictures(languages),
    tailwindcss(),
    // The Remix plugin rewrites modules for the browser; tests import them as they are.
    process.env.VITEST ? null : remix(remixOptions),
    serverEntries,
  ],
  resolve: { alias: { '#app': fileURLToPath(new URL('./app', import.meta.url)) } },
  // `scripts/build.mjs` empties the folder; the console, which is built at the same time, writes there too.
  build: { sourcemap: false, target: 'es2022', emptyOutDir: false },
  // Parts of the server, which Vite finds when it reads the changed sources anew. No browser needs them, and argon2's half for
  // browsers is not installed.
  optimizeDeps: {
    include: inBrowsers,
    exclude: [
      '@node-rs/argon2',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
      'drizzle-orm',
      'otpauth',
    ],
  },
  // The visitors' script, which loads its parts when they are needed.
  worker: { format: 'es' },
  ssr: { external: ['pg', 'pg-boss', 'pino', 'sharp'] },
});
