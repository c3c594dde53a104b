import type { AccountWays } from '#contracts/identity';
import { waysOf } from '#modules/identity';
import { heldSince, isClosed, mayBeHeld } from '#modules/leaving';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import type { Person } from '#platform/privacy/person-data';

/** What of a record belongs to its being an account: whether it is held, and how its owner gets into it. */
interface AccountState {
  readonly heldSince: string | null;
  readonly ways: AccountWays;
}

/** A record of an account, with its state and what can be done about that. */
export async function asAccount<R extends { id: string; allowedEvents: string[] }>(
  ctx: Ctx<ActorOf<'staff'>>,
  kind: Person['kind'],
  record: R,
): Promise<R & AccountState> {
  const person = { kind, id: record.id };
  const since = await heldSince(ctx, person);
  const hold = since ? ['lift-hold'] : (await mayBeHeld(ctx, person)) ? ['hold'] : [];
  const { ways, events } = await waysOf(ctx, person);
  const back = events.length > 0 && (await isClosed(ctx, person)) ? [] : events;
  return {
    ...record,
    allowedEvents: [...record.allowedEvents, ...hold, ...back],
    heldSince: since?.toISOString() ?? null,
    ways,
  };
}
