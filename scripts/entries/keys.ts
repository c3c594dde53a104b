import { readEnv } from '#platform/config/env';
import { closeServices, openServices } from '#platform/process/services';
import { eventSteps } from '../../workflows/reactions/index';
import { keys, notDone } from '../rotate-keys';

const say = (line: string): void => console.log(line);
const services = openServices('keys', eventSteps, { ...readEnv(), LOG_LEVEL: 'error' });
try {
  process.exitCode = await keys(services, process.argv.slice(2), say);
} catch (error) {
  say(notDone(error));
  process.exitCode = 2;
} finally {
  await closeServices(services);
}
