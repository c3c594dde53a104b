import { defineConfig, mergeConfig } from 'vitest/config';
import { LongestFirst } from './tests/kit/longest-first';
import base from './vite.config';

export default mergeConfig(
  base,
  defineConfig({
    test: {
      globalSetup: ['tests/kit/global-setup.ts'],
      setupFiles: ['tests/kit/setup.ts'],
      include: [
        '{admin,app,modules,platform,workflows,tests,scripts,migrations,bench}/**/*.test.{ts,tsx}',
      ],
      exclude: ['tests/e2e/**', 'node_modules/**'],
      sequence: { sequencer: LongestFirst },
      pool: 'forks',
      maxWorkers: 2,
      testTimeout: 20_000,
      hookTimeout: 60_000,
      env: { VITEST: 'true' },
    },
  }),
);
