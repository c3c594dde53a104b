import { spawnSync } from 'node:child_process';
import { keepNewestSnapshot } from './lib/migration-snapshot.mjs';

// `npm run migration -- --name=<what-changes>`: writes what the tables of the code have and the migrations do not.
const { status } = spawnSync(
  process.execPath,
  [
    ...['--import', new URL('lib/tables-alone.mjs', import.meta.url).href],
    ...['node_modules/drizzle-kit/bin.cjs', 'generate', ...process.argv.slice(2)],
  ],
  { stdio: 'inherit' },
);
if (status === 0) keepNewestSnapshot('migrations');
process.exitCode = status ?? 1;
