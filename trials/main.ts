import { trialContainers } from './containers/index';
import { trialRestore } from './restore/index';

/** Trials of what no test can try in its time or with its parts, one word each: `npm run trial -- containers`. */
const trials: Record<string, (more: string[]) => Promise<void>> = {
  containers: trialContainers,
  restore: trialRestore,
};

const name = process.argv[2] ?? '';
const trial = trials[name];
if (!trial) {
  console.error(`Usage: npm run trial -- <${Object.keys(trials).join('|')}>`);
  process.exitCode = 1;
} else {
  await trial(process.argv.slice(3));
}
