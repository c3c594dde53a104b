import { readEnv } from '#platform/config/env';
import { openStorage } from '#platform/ports/open-storage';
import { registry } from '../../workflows/registry';
import { listErasures } from '#modules/leaving';
import { eraseLeft } from '../erase-left';
import { migrateOn } from '../prepare';
import { restore } from '../restore-product';

const env = readEnv();
process.exitCode = await restore(
  {
    env,
    storage: openStorage(env),
    prepare: () => migrateOn(env, registry),
    erased: () => listErasures(env),
    erase: (people) => eraseLeft(env, people),
  },
  process.argv.slice(2),
  (line) => console.log(line),
);
