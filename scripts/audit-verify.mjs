/** `npm run audit:verify`: checks the audit log of DATABASE_URL, or of the demo that runs from DATA_DIR. */
import { runCommand } from './lib/run-command.mjs';

await runCommand('audit-verify', 2);
