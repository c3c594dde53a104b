import type { Actor } from '#platform/actor';
import type { Call } from '#platform/call';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { oncePerKey } from '#platform/idempotency';
import { Reply, type Http } from './api.server';

/** Visible ASCII, as long as any client's uuid or hash. */
const fitting = /^[\x21-\x7e]{1,255}$/;

interface Making<A extends Actor, D> {
  /** Does the work within the transaction and returns the id of what it made. */
  readonly make: (ctx: TxCtx<A>) => Promise<string>;
  /** The answer for that id: of the first request and of each repeat, as things are by then. */
  readonly read: (ctx: Ctx<A>, id: string) => Promise<D>;
}

/**
 * The answer of a call that honours Idempotency-Key (security 67): the same key with the same input makes one
 * thing, and a repeat reads it again with status 200. Throws `idempotency_mismatch` for another input.
 */
export async function idempotent<A extends Actor, D>(
  ctx: Ctx<A>,
  { call, input, http, owner }: { call: Call; input: unknown; http: Http; owner?: string },
  { make, read }: Making<A, D>,
): Promise<Reply<D>> {
  const key = http.request.headers.get('Idempotency-Key');
  if (key === null) return new Reply(await read(ctx, await transaction(ctx, make)));
  if (!fitting.test(key))
    throw new AppError('validation_failed', {
      fields: { 'Idempotency-Key': ['error.unfit_text'] },
    });
  const { id, repeated } = await oncePerKey(ctx, { call: call.id, key, input, owner }, make);
  return new Reply(await read(ctx, id), repeated ? { status: 200 } : {});
}
