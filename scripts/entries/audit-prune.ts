import { readEnv } from '#platform/config/env';
import { pruneAudit } from '../prune-audit';

process.exitCode = await pruneAudit(readEnv(), process.argv.slice(2), (line) => console.log(line));
