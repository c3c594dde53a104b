/** `npm run exchange`: the list that clinics search, of DATABASE_URL or of the demo that runs from DATA_DIR. */
import { runCommand } from './lib/run-command.mjs';

await runCommand('exchange', 2);
