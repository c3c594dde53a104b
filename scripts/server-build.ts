import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vite';

const entryOf = (name: string): string =>
  fileURLToPath(new URL(`./entries/${name}.ts`, import.meta.url));
const names = [
  'settings',
  'prepare',
  'web',
  'worker',
  'courier',
  'file-work',
  'staff',
  'audit-verify',
  'audit-prune',
  'exchange',
  'keys',
  'backup',
  'restore',
  'open',
  'check',
  'take-over',
];

const leftOut = [
  '@aws-sdk/client-s3',
  '@node-rs/argon2',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  'pg-native',
  'sharp',
  'twilio',
  'vite',
];

/** What runs under Node, built as one graph: whatever two parts of a process share is there once. */
export const serverBuild: UserConfig = {
  // Packages come along but for those with binaries, with files of their own, or that few installations load.
  ssr: { noExternal: true, external: [...leftOut] },
  build: {
    target: 'node22',
    // A package that asks for a part of Node in a try finds it; what may be missing stays a question.
    commonjsOptions: { ignoreTryCatch: (id) => !isBuiltin(id) },
    rollupOptions: {
      input: Object.fromEntries(names.map((name) => [name, entryOf(name)])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
    },
  },
};
