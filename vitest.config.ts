import { defineConfig, mergeConfig } from 'vitest/config';
import { waiting } from './scripts/lib/test-lanes.mjs';
import { LongestFirst } from './tests/kit/longest-first';
import { ownProcess } from './tests/kit/own-process';
import base from './vite.config';

export default mergeConfig(
  base,
  defineConfig({
    test: {
      globalSetup: ['tests/kit/global-setup.ts'],
      setupFiles: ['tests/kit/setup.ts'],
      sequence: { sequencer: LongestFirst },
      pool: 'forks',
      maxWorkers: 2,
      testTimeout: 20_000,
      hookTimeout: 60_000,
      env: { VITEST: 'true' },
      projects: [
        {
          test: {
            name: 'shared process',
            // Loading the product costs seconds of CPU, and it keeps nothing of one database for the next.
            isolate: false,
            include: [
              '{admin,app,modules,platform,workflows,tests,scripts,migrations,bench}/**/*.test.{ts,tsx}',
            ],
            exclude: ['tests/e2e/**', 'node_modules/**', ...ownProcess, ...waiting.unit],
          },
        },
        { test: { name: 'own process', include: ownProcess } },
        { test: { name: 'waiting', include: waiting.unit } },
      ],
    },
  }),
);
