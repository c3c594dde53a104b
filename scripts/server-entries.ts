import { fileURLToPath } from 'node:url';
import type { Plugin, UserConfig } from 'vite';

const entryOf = (name: string): string =>
  fileURLToPath(new URL(`./entries/${name}.ts`, import.meta.url));
const names = [
  'settings',
  'prepare',
  'web',
  'worker',
  'file-work',
  'staff',
  'audit-verify',
  'exchange',
];

/** What runs under Node, built as one graph: whatever two parts of a process share is there once. */
export const serverBuild: UserConfig = {
  ssr: { noExternal: [/^#/] },
  build: {
    // Beside the bundle and read by Node only: the web process serves build/client.
    sourcemap: true,
    target: 'node22',
    rollupOptions: {
      input: Object.fromEntries(names.map((name) => [name, entryOf(name)])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
    },
  },
};

/** Builds the processes in place of the routes alone, which the web process imports. */
export const serverEntries = (): Plugin => ({
  name: 'server-entries',
  enforce: 'post',
  config: (_, { isSsrBuild }) => (isSsrBuild ? serverBuild : null),
});
