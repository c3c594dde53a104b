import { readEnv } from '#platform/config/env';
import { closeServices, openServices } from '#platform/process/services';
import { eventSteps } from '../../workflows/reactions/index';
import { openAfterRestore } from '../open-restored';

const services = openServices('open', eventSteps, { ...readEnv(), LOG_LEVEL: 'error' });
try {
  process.exitCode = await openAfterRestore(services, process.argv.slice(2), (line) =>
    console.log(line),
  );
} finally {
  await closeServices(services);
}
