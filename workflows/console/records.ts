import type { AccountWays } from '#contracts/identity';
import { clinicNames } from '#modules/clinic-onboarding';
import { waysOf } from '#modules/identity';
import { heldSince, isClosed, mayBeHeld } from '#modules/leaving';
import type { CtxOf } from '#platform/context';
import type { Page } from '#platform/lists/list';
import type { Person } from '#platform/privacy/person-data';

/** Adds to records of one module what other modules know of them. */
type Adding<R, S> = (ctx: CtxOf<'staff'>, records: readonly R[]) => Promise<S[]>;

/** A list of one module, its rows with what other modules know of them. */
export const listWith =
  <Request, R, S>(
    list: (ctx: CtxOf<'staff'>, request: Request) => Promise<Page<R>>,
    add: Adding<R, S>,
  ) =>
  async (ctx: CtxOf<'staff'>, request: Request): Promise<Page<S>> => {
    const { rows, total } = await list(ctx, request);
    return { rows: await add(ctx, rows), total };
  };

/** As {@link listWith}, of one record, found by its id or by more. Throws what `find` throws. */
export const recordWith =
  <Input, R, S>(find: (ctx: CtxOf<'staff'>, input: Input) => Promise<R>, add: Adding<R, S>) =>
  async (ctx: CtxOf<'staff'>, input: Input): Promise<S> =>
    (await add(ctx, [await find(ctx, input)]))[0]!;

/** Records with what their clinics are called. */
export async function withClinicNames<R extends { readonly clinicId: string }>(
  ctx: CtxOf<'staff'>,
  records: readonly R[],
): Promise<Array<R & { clinicName: string }>> {
  const names = await clinicNames(ctx, [...new Set(records.map(({ clinicId }) => clinicId))]);
  return records.map((record) => ({ ...record, clinicName: names.get(record.clinicId) ?? '' }));
}

/** What of a record belongs to its being an account: whether it is held, and how its owner gets into it. */
interface AccountState {
  readonly heldSince: string | null;
  readonly ways: AccountWays;
}

/** A record of an account, with its state and what can be done about that. */
export async function asAccount<R extends { id: string; allowedEvents: string[] }>(
  ctx: CtxOf<'staff'>,
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
