/** `npm run staff`: commands of the review team, on DATABASE_URL or on the demo that runs from DATA_DIR. */
import { runCommand } from './lib/run-command.mjs';

await runCommand('staff');
