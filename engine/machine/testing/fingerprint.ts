import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AnyFlow } from '../types';

/**
 * sha-256 of a machine's definition and of the JSON Schema of its context and emitted events: states, events, names of actions,
 * guards and delays, and what is stored beside them. Not seen is what names stand for: an action, a guard or a delay
 * that computes something else keeps the fingerprint, as does a refinement that JSON Schema cannot say. A newer zod
 * that writes a schema otherwise changes it; the snapshots say then that nothing else did.
 */
export function fingerprintOf({ machine, context, events }: AnyFlow): string {
  const schemas = Object.entries(events).map(([type, event]) => [type, schemaOf(event.fields)]);
  const seen = {
    machine: JSON.parse(JSON.stringify(machine.definition)) as unknown,
    context: schemaOf(context as z.ZodType),
    facts: Object.fromEntries(schemas) as unknown,
  };
  return createHash('sha256')
    .update(JSON.stringify(inOrder(seen)))
    .digest('hex');
}

const schemaOf = (schema: z.ZodType): unknown =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** Keys sorted at every depth, and the lists of them: the order in which an object was written says nothing. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([key, field]) => {
      const keys = key === 'required' && Array.isArray(field);
      return [key, keys ? [...(field as string[])].sort() : inOrder(field)];
    }),
  );
}
