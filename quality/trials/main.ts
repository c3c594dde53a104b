import { runNamed } from '../bench/run-named';
import { trialCluster } from './cluster/index';
import { trialContainers } from './containers/index';
import { trialCouriers } from './couriers/index';
import { trialFlood } from './flood/index';
import { trialHostile } from './hostile/index';
import { trialFullDisk } from './full-disk/index';
import { trialLanguage } from './language/index';
import { trialNewPostgres } from './new-postgres/index';
import { trialOutage } from './outage/index';
import { trialPictures } from './pictures/index';
import { trialRestore } from './restore/index';
import { trialSlowDatabase } from './slow-database/index';
import { trialSoak } from './soak/index';
import { trialStorm } from './storm/index';
import { trialUpgrade } from './upgrade/index';
import { trialWorld } from './world/index';

/** Trials of what no test can try in its time or with its parts, one word each: `npm run trial -- containers`. */
const trials: Record<string, (more: string[]) => Promise<void>> = {
  cluster: trialCluster,
  containers: trialContainers,
  couriers: trialCouriers,
  restore: trialRestore,
  flood: trialFlood,
  hostile: trialHostile,
  'full-disk': trialFullDisk,
  'slow-database': trialSlowDatabase,
  storm: trialStorm,
  outage: trialOutage,
  'new-postgres': trialNewPostgres,
  language: trialLanguage,
  pictures: trialPictures,
  soak: trialSoak,
  upgrade: trialUpgrade,
  world: trialWorld,
};

await runNamed('trial', trials);
