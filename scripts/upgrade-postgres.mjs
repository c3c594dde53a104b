/** `npm run upgrade:postgres`: brings the database in DATA_DIR to the major version of PostgreSQL that this product has. */
import { ensureBuilt } from './lib/ensure-built.mjs';
import { root } from './lib/host.mjs';
import { ensureInstalled, ensureNode } from './lib/install.mjs';
import { endWithStarter } from './lib/relay.mjs';
import { oneLine, say } from './lib/say.mjs';
import { upgradeData } from './lib/upgrade-data.mjs';

const stop = new AbortController();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => stop.abort());
endWithStarter(() => stop.abort());

try {
  process.chdir(root);
  await ensureInstalled();
  const node = ensureNode();
  await ensureBuilt(node);
  await upgradeData(process.argv.slice(2), { node, say, signal: stop.signal });
} catch (error) {
  const line = stop.signal.aborted ? 'Stopped. Nothing was changed; run it again.' : oneLine(error);
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
