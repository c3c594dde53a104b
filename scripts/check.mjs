/** `npm run check`: compares files, rows, flows, timers, the audit log and the list of clinics with each other. */
import { runCommand } from './lib/run-command.mjs';

await runCommand('check', 2);
