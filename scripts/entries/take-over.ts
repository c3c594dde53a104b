import { parseEnv, readEnv } from '#platform/config/env';
import { MigrationRefused } from '#platform/process/migrate';
import { registry } from '../../workflows/registry';
import { BackupRefused } from '../backup/manifest';
import { endWithSupervisor } from '../lib/parent-death';
import { takeOver } from '../take-over';

/** Words of the server may quote a row; its code never does. */
function lineOf(error: unknown): string {
  if (error instanceof BackupRefused || error instanceof MigrationRefused) return error.message;
  const { code, name } = error as { code?: string; name?: string };
  if (code === '53100') return 'The disk is full. Make room and start again.';
  return `The rows could not be taken over (${code ?? name ?? 'unknown'}).`;
}

endWithSupervisor();
try {
  const to = readEnv();
  const from = parseEnv({ ...process.env, DEMO_DATABASE_URL: process.env.DEMO_FORMER_URL });
  await takeOver({ from, to, registry, say: (line) => console.log(line) });
} catch (error) {
  console.error(lineOf(error));
  process.exitCode = 1;
}
