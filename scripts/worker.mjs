/** `npm run worker`: one more worker for a production database; `npm start` runs the first. */
import { ensureBuilt } from './lib/ensure-built.mjs';
import { root } from './lib/host.mjs';
import { ensureInstalled, ensureNode } from './lib/install.mjs';
import { readSettings } from './lib/read-settings.mjs';
import { relay } from './lib/relay.mjs';
import { oneLine, Refusal } from './lib/say.mjs';

try {
  process.chdir(root);
  if (!process.env.DATABASE_URL) {
    throw new Refusal('DATABASE_URL is required; without it, npm start runs the worker too.');
  }
  await ensureInstalled();
  const node = ensureNode();
  await ensureBuilt(node);
  await readSettings(process.env);
  await relay(node, 'build/server/worker.js', []);
} catch (error) {
  process.stderr.write(`${oneLine(error)}\n`);
  process.exit(1);
}
