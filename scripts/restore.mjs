/** `npm run restore`: brings an empty database, DATABASE_URL, and an empty store to what a backup holds. */
import { runCommand } from './lib/run-command.mjs';

await runCommand('restore', 2);
