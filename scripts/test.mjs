/**
 * `npm test`: installs what is missing, then types, lint and walls, unit and integration tests, and the
 * journeys in a real browser. The last line sums all of it: `N passed, N failed`.
 */
import { root } from './lib/host.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled, ensureNode } from './lib/install.mjs';
import { leftOut } from './lib/optional-programs.mjs';
import { oneLine, say } from './lib/say.mjs';
import { runAll } from './lib/test-steps.mjs';

process.chdir(root);
/** @type {import('./lib/test-steps.mjs').Count} */
let sum = { passed: 0, failed: 1 };
try {
  await ensureInstalled();
  const node = ensureNode();
  sum = await runAll(node, () => ensureBuilt(node));
} catch (error) {
  say(oneLine(error));
}
process.exitCode = sum.failed > 0 ? 1 : 0;
for (const line of leftOut()) say(line);
say(`${sum.passed} passed, ${sum.failed} failed`);
