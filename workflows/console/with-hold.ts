import { heldSince } from '#modules/leaving';
import type { Ctx } from '#platform/context';
import type { Person } from '#platform/person-data';

/** A record of an account, with whether a legal hold stands and what can be done about that. */
export async function withHold<R extends { id: string; allowedEvents: string[] }>(
  ctx: Ctx,
  kind: Person['kind'],
  record: R,
): Promise<R & { heldSince: string | null }> {
  const since = await heldSince(ctx, { kind, id: record.id });
  return {
    ...record,
    allowedEvents: [...record.allowedEvents, since ? 'lift-hold' : 'hold'],
    heldSince: since?.toISOString() ?? null,
  };
}
