import { createHash } from 'node:crypto';
import type { AnyStateMachine } from 'xstate';

/**
 * sha-256 of the machine's definition: states, events, names of actions, guards and delays. Unchanged
 * by what the names stand for, so it changes exactly when stored snapshots may no longer fit.
 */
export const fingerprintOf = (machine: AnyStateMachine): string =>
  createHash('sha256').update(JSON.stringify(machine.definition)).digest('hex');
