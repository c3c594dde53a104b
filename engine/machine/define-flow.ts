import type { AnyStateMachine } from 'xstate';
import type { Flow, FlowDefinition } from './types';

/** Declares a machine as durable. Nothing is checked here; see `lintFlow`. */
export const defineMachine = <M extends AnyStateMachine>(definition: FlowDefinition<M>): Flow<M> =>
  definition;
