/** `npm run audit:prune`: removes what is too old of the audit log of DATABASE_URL, or of the demo that runs from DATA_DIR. */
import { runCommand } from './lib/run-command.mjs';

await runCommand('audit-prune', 2);
