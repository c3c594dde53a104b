import { readEnv } from '#platform/env';
import { verifyAudit } from '../verify-audit';

process.exitCode = await verifyAudit(readEnv().databaseDirectUrl, process.argv.slice(2), (line) =>
  console.log(line),
);
