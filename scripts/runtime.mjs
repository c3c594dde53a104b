/** `npm run runtime -- --to <folder>`: the built product with what it needs to run, and nothing else. */
import path from 'node:path';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { root } from './lib/host.mjs';
import { ensureInstalled, ensureNode } from './lib/install.mjs';
import { makeRuntime } from './lib/runtime.mjs';
import { oneLine, Refusal, say } from './lib/say.mjs';

try {
  const [option, to, ...rest] = process.argv.slice(2);
  if (option !== '--to' || !to || rest.length > 0)
    throw new Refusal('Usage: npm run runtime -- --to <folder that does not exist>');
  const target = path.resolve(to);
  process.chdir(root);
  await ensureInstalled();
  const node = ensureNode();
  await ensureBuilt(node);
  const { packages } = makeRuntime(root, target, node);
  say(`${target}: the product, ${packages.length} packages, and Node.`);
} catch (error) {
  process.stderr.write(`${oneLine(error)}\n`);
  process.exit(1);
}
