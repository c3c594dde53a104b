import path from 'node:path';
import { root } from './lib/host.mjs';
import { endWithStarter } from './lib/relay.mjs';
import { oneLine } from './lib/say.mjs';
import { createSupervisor } from './lib/supervisor.mjs';

// Whoever read our output may be gone; that is no reason to stop in disorder.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const development = process.argv.includes('--development');
/** The start that builds meanwhile says when all of it stands. */
const whenBuilt = process.argv.includes('--while-building')
  ? new Promise((resolve) => process.once('message', resolve))
  : Promise.resolve();
const supervisor = createSupervisor(
  {
    // What Node compiled for the last start; it ends with the build it was made from.
    NODE_COMPILE_CACHE: path.join(root, 'build', '.compiled'),
    ...process.env,
    NODE_ENV: development ? 'development' : 'production',
  },
  { development, whenBuilt },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => void supervisor.stop(0));
}
endWithStarter(() => void supervisor.stop(0));

try {
  await supervisor.start();
} catch (error) {
  for (const line of oneLine(error).split('\n')) process.stderr.write(`${line}\n`);
  await supervisor.stop(1);
}
