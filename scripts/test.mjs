/**
 * `npm test`: installs what is missing, then types, lint and walls, unit and integration tests, and the main
 * journeys in a real browser. `-- --changed` (`--changed=<commit>`) tests what the uncommitted change (all since that
 * commit) touches. `npm run test:all` is the same with every test that there is; `lib/test-groups.mjs` says which is in
 * which tier. The last line sums all of it: `N passed, N failed`.
 */
import { parseArgs } from 'node:util';
import { root } from './lib/host.mjs';
import { ensureBuilt } from './lib/ensure-built.mjs';
import { ensureInstalled, ensureNode } from './lib/install.mjs';
import { leftOut } from './lib/optional-programs.mjs';
import { oneLine, say } from './lib/say.mjs';
import { namesOf, runAll } from './lib/test-steps.mjs';

process.chdir(root);
// `--changed` alone is a change that is not committed.
const args = process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg));
const { values } = parseArgs({
  args,
  options: { all: { type: 'boolean', default: false }, changed: { type: 'string' } },
});
const changed = values.changed ?? null;
/** @type {import('./lib/test-steps.mjs').Count} */
let sum = { passed: 0, failed: 1, reasons: [] };
try {
  await ensureInstalled();
  const node = ensureNode();
  sum = await runAll({
    node,
    tier: values.all ? 'all' : 'quick',
    changed,
    build: () => ensureBuilt(node),
  });
} catch (error) {
  say(oneLine(error));
}
process.exitCode = sum.failed > 0 ? 1 : 0;
for (const each of sum.reasons) say(`FAILED ${each}`);
if (sum.reasons.length > 1) for (const name of namesOf(sum.reasons)) say(name);
for (const line of leftOut()) say(line);
say(`${sum.passed} passed, ${sum.failed} failed`);
