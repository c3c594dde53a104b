import { trialContainers } from './containers/index';
import { trialRestore } from './restore/index';
import { runNamed } from '../scripts/lib/run-named';

/** Trials of what no test can try in its time or with its parts, one word each: `npm run trial -- containers`. */
const trials: Record<string, (more: string[]) => Promise<void>> = {
  containers: trialContainers,
  restore: trialRestore,
};

await runNamed('trial', trials);
