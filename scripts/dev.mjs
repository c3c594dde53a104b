/** `npm run dev`: the demo with routes from their sources; web and worker restart when their code changes. */
import { spawnSync } from 'node:child_process';
import { projectEnv, root } from './lib/host.mjs';
import { ensureInstalled, ensureNode } from './lib/install.mjs';
import { relay } from './lib/relay.mjs';
import { oneLine, Refusal } from './lib/say.mjs';

try {
  process.chdir(root);
  await ensureInstalled();
  const node = ensureNode();
  const { status } = spawnSync(node, ['scripts/build.mjs', '--processes'], {
    env: projectEnv(),
    stdio: 'inherit',
  });
  if (status !== 0) throw new Refusal('The build failed; the lines above say why.');
  await relay(node, 'scripts/supervise.mjs', ['--development']);
} catch (error) {
  process.stderr.write(`${oneLine(error)}\n`);
  process.exit(1);
}
