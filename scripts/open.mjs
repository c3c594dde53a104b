/** `npm run open`: lets a restored product send and work. */
import { runCommand } from './lib/run-command.mjs';

await runCommand('open', 2);
