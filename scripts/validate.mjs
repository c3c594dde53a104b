/** `npm run validate`: everything that can be said without running the product. All faults at once. */
import { ensureInstalled, ensureNode } from './lib/install.mjs';
import { root } from './lib/host.mjs';
import { oneLine, say } from './lib/say.mjs';
import { check, unused } from './lib/test-steps.mjs';

/** @type {[string, string[]][]} */
const steps = [
  ['types', ['node_modules/typescript/bin/tsc', '--noEmit']],
  ['lint and walls', ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0']],
  ['format', ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']],
  ...unused,
];

process.chdir(root);
try {
  await ensureInstalled();
  const node = ensureNode();
  let failed = 0;
  for (const [name, args] of steps) failed += (await check(node, name, args)).failed;
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  say(oneLine(error));
  process.exitCode = 1;
}
