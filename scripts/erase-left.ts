import { system } from '#platform/base/actor';
import { createContext } from '#platform/context';
import type { Env } from '#platform/config/env';
import { newId } from '#platform/base/ids';
import type { Person } from '#platform/privacy/person-data';
import { closeServices, openServices } from '#platform/process/services';
import { eventSteps } from '../workflows/reactions/index';
import { eraseAgain } from '../workflows/leaving/erase';

/** Erases again, one after the other, whoever left since a copy was made; repeated, it does what is left. */
export async function eraseLeft(env: Env, people: readonly Person[]): Promise<void> {
  const services = openServices('restore', eventSteps, { ...env, LOG_LEVEL: 'error' });
  try {
    const ctx = createContext(services, system('restore.erase'), { requestId: newId() });
    for (const person of people) await eraseAgain(ctx, person);
  } finally {
    await closeServices(services);
  }
}
