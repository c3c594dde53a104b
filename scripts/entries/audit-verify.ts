import { readEnv } from '#platform/env';
import { closeServices, openServices } from '#platform/services';
import { verifyAudit } from '../verify-audit';

const services = openServices('audit-verify', [], { ...readEnv(), LOG_LEVEL: 'error' });
try {
  const { pool } = services.database;
  process.exitCode = await verifyAudit(pool, process.argv.slice(2), (line) => console.log(line));
} finally {
  await closeServices(services);
}
