/**
 * `npm start`: installs and builds what is missing, then hands over to the supervisor under a Node that
 * is new enough. Runs on Node 20 without dependencies.
 */
import { root } from './lib/host.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled, ensureNode } from './lib/install.mjs';
import { relay } from './lib/relay.mjs';
import { oneLine } from './lib/say.mjs';

try {
  process.chdir(root);
  await ensureInstalled();
  const node = ensureNode();
  await ensureBuilt(node);
  await relay(node, 'scripts/supervise.mjs', process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${oneLine(error)}\n`);
  process.exit(1);
}
