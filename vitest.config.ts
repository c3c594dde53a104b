import { defineConfig, mergeConfig } from 'vitest/config';
import { slow, waits } from './scripts/lib/test-groups.mjs';
import { LongestFirst } from './tests/kit/longest-first';
import { ownProcess } from './tests/kit/own-process';
import base from './vite.config';

const notInTier = process.env.TEST_TIER === 'quick' ? slow : [];

export default mergeConfig(
  base,
  defineConfig({
    test: {
      globalSetup: ['tests/kit/global-setup.ts'],
      setupFiles: ['tests/kit/setup.ts'],
      sequence: { sequencer: LongestFirst },
      pool: 'forks',
      maxWorkers: 2,
      // Notices what hangs; a busy machine may take ten times as long as a quiet one.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // A process that a test waits for takes seconds to start while others run.
      expect: { poll: { timeout: 10_000 } },
      env: { VITEST: 'true' },
      projects: [
        {
          test: {
            name: 'shared process',
            // Loading the product costs seconds of CPU, and it keeps nothing of one database for the next.
            isolate: false,
            include: [
              '{admin,app,engine,languages,modules,platform,workflows,tests,scripts,migrations,quality}/**/*.test.{ts,tsx}',
            ],
            exclude: ['tests/e2e/**', 'node_modules/**', ...ownProcess, waits, ...notInTier],
          },
        },
        { test: { name: 'own process', include: ownProcess, exclude: notInTier } },
        { test: { name: 'waiting', include: [waits], exclude: ['node_modules/**'] } },
      ],
    },
  }),
);
