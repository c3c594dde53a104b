/** `npm run keys`: which keys open what is stored, of DATABASE_URL or of the demo that runs from DATA_DIR. */
import { runCommand } from './lib/run-command.mjs';

await runCommand('keys', 2);
