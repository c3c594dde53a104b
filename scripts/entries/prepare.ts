import type { Services } from '#platform/context';
import { registry } from '../../workflows/registry';
import { prepare } from '../prepare';
import { seedOnce } from '../seed-once';

const found = import.meta.glob<{ seed: (services: Services) => Promise<void> }>(
  '../../migrations/seed.ts',
);

process.exitCode = await prepare(process.env, {
  registry,
  seed: async (env) => {
    for (const load of Object.values(found)) {
      const { seed } = await load();
      if (await seedOnce(env, seed)) console.log('Seeded the demo.');
    }
  },
});
