import { prepare } from '../scripts/prepare';

const registry = { flows: [], jobs: [], subscriptions: [], schedules: [] };
process.exitCode = await prepare(process.env, { registry, seed: async () => {} });
