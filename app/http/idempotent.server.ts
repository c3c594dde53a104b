import type { Actor } from '#platform/base/actor';
import type { Call } from '#platform/base/call';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { withTransaction, oncePerKey } from '#engine';
import { newId } from '#platform/base/ids';
import { type Http, Reply } from './api.server';

/** Visible ASCII, as long as any client's uuid or hash. */
const fitting = /^[\x21-\x7e]{1,255}$/;

interface Made<D> {
  readonly id: string;
  /** The answer, where the work ends with it in hand. */
  readonly data?: D;
}

interface Making<A extends Actor, D, T> {
  /** What lets the call in: see `oncePerKey`. */
  readonly precheck?: (ctx: TxCtx<A>, id: string) => Promise<T>;
  /** Does the work within the transaction, best under the id it is given, which then needs no second note. */
  readonly make: (ctx: TxCtx<A>, id: string, checked: T) => Promise<Made<D>>;
  /** The answer for the id of what was made, as things are by then: of each repeat, and where `make` gave none. */
  readonly read: (ctx: Ctx<A>, id: string) => Promise<D>;
}

/**
 * The answer of a call that honours Idempotency-Key (security 67): the same key with the same input makes one
 * thing, and a repeat reads it again with status 200. Throws `idempotency_mismatch` for another input.
 */
export async function idempotent<A extends Actor, D, T = void>(
  ctx: Ctx<A>,
  { call, input, http, owner }: { call: Call; input: unknown; http: Http; owner?: string },
  { precheck, make, read }: Making<A, D, T>,
): Promise<Reply<D>> {
  const key = http.request.headers.get('Idempotency-Key');
  if (key === null) {
    const id = newId();
    const made = await withTransaction(ctx, async (tx) =>
      make(tx, id, (await precheck?.(tx, id)) as T),
    );
    return new Reply(made.data ?? (await read(ctx, made.id)));
  }
  if (!fitting.test(key))
    throw new AppError('validation_failed', {
      fields: { 'Idempotency-Key': ['error.unfit_text'] },
    });
  let made: Made<D> | undefined;
  const request = { call: call.id, key, input, owner };
  const once = async (tx: TxCtx<A>, proposed: string, checked: T) => {
    made = await make(tx, proposed, checked);
    return made.id;
  };
  const { id, repeated } = await oncePerKey(ctx, request, once, precheck);
  if (repeated) return new Reply(await read(ctx, id), { status: 200 });
  return new Reply(made?.data ?? (await read(ctx, id)));
}
