import type { AnyStateMachine } from 'xstate';
import { audit } from '../audit/audit';
import type { TxCtx } from '#platform/context';
import type { Audited, Change, Flow } from './types';

/**
 * Writes the audit entry of an event, by the flow's table. A reason is kept beside its entry; for an event without one it
 * would be lost, so it throws.
 */
export async function auditEvent<M extends AnyStateMachine>(
  ctx: TxCtx,
  { name, audit: table }: Flow<M>,
  change: Change<M>,
): Promise<void> {
  const { id, said } = change;
  const { type } = change.event as { type: string };
  const entries = table?.events as Readonly<Record<string, Audited<M>>> | undefined;
  const entry = entries?.[type];
  if (table && entry) {
    const { action = type, details } = entry;
    const object = { type: table.object, id };
    await audit(ctx, { action, object, details: details?.(change), reason: said.reason });
  } else if (said.reason !== undefined) {
    throw new Error(`${name} audits no ${type}: its reason would be kept nowhere`);
  }
}
