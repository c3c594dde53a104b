import { readEnv } from '#platform/config/env';
import { openStorage } from '#platform/ports/open-storage';
import { backUp } from '../back-up';

const env = readEnv();
process.exitCode = await backUp({ env, storage: openStorage(env) }, process.argv.slice(2), (line) =>
  console.log(line),
);
