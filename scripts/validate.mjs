/** `npm run validate`: every check that runs nothing of the product, with all faults at once. */
import { ensureInstalled, ensureNode } from './lib/install.mjs';
import { root } from './lib/host.mjs';
import { oneLine, say } from './lib/say.mjs';
import { check, checksOf } from './lib/test-steps.mjs';

process.chdir(root);
try {
  await ensureInstalled();
  const node = ensureNode();
  let failed = 0;
  for (const [name, args] of checksOf('all')) failed += (await check(node, name, args)).failed;
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  say(oneLine(error));
  process.exitCode = 1;
}
