import { readEnv } from '#platform/config/env';
import { verifyAudit } from '../verify-audit';

const { databaseDirectUrl, AUDIT_ANCHOR_KEYS } = readEnv();
process.exitCode = await verifyAudit(
  databaseDirectUrl,
  process.argv.slice(2),
  (line) => console.log(line),
  AUDIT_ANCHOR_KEYS,
);
