import { seed } from '../../migrations/seed';
import { registry } from '../../workflows/registry';
import { prepare } from '../prepare';
import { seedOnce } from '../seed-once';

process.exitCode = await prepare(process.env, {
  registry,
  seed: async (env) => {
    if (await seedOnce(env, seed)) console.log('Seeded the demo.');
  },
});
