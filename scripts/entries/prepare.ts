import { egressOf } from '#platform/ports/egress/addresses';
import { guardEgress } from '#platform/ports/egress/guard';
import { seed } from '../../migrations/seed';
import { registry } from '../../workflows/registry';
import { prepare } from '../prepare';
import { seedOnce } from '../seed-once';

process.exitCode = await prepare(process.env, {
  registry,
  begins: (env) => guardEgress(egressOf(env)),
  seed: async (env) => {
    const run: typeof seed.run = (services) => {
      console.log('Making the demo: people, clinics, and what happened between them …');
      return seed.run(services);
    };
    const began = performance.now();
    if (await seedOnce(env, { ...seed, run }))
      console.log(`Made the demo in ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
  },
});
