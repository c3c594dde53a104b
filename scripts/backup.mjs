/** `npm run backup`: copies database and files of DATABASE_URL, or of the demo that runs from DATA_DIR, while they are used. */
import { runCommand } from './lib/run-command.mjs';

await runCommand('backup', 2);
