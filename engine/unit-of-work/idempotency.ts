import { eq, sql } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import { actorRef, type Actor } from '#platform/base/actor';
import type { Ctx, TxCtx } from '#platform/context';
import { withTransaction } from './transaction';
import { AppError } from '#platform/base/errors';
import { newId, sha256 } from '#platform/base/ids';
import { idempotencyKey } from './tables.server';
import { pipeline } from '#platform/base/pipeline';

/** How long a key is stored. */
const memory = sql`interval '24 hours'`;

export interface KeyedRequest {
  /** Id of the call; the same key may serve different calls. */
  readonly call: string;
  /** What the client sent; belongs to the acting person, or to `owner` where that person has no name yet. */
  readonly key: string;
  readonly owner?: string;
  /** Parsed input, as JSON; compared, never stored. */
  readonly input: unknown;
}

/** The key is somebody's already: whatever was done meanwhile is undone. */
class Repeated extends Error {}

/**
 * Runs `make` once per key: a repeat, also fifty at once, waits for the first and learns the id it returned.
 * `make` runs in the transaction that remembers the key, so a failed one leaves the key free; a thing that it makes
 * under the id it is given needs no second note. `precheck` is what lets the call in: it goes out in one trip with the
 * question whether the key is new, and is undone where it is not. Outside a transaction only.
 *
 * @throws AppError `idempotency_mismatch` for a key that was used with another input.
 */
export async function oncePerKey<A extends Actor, T = void>(
  ctx: Ctx<A>,
  request: KeyedRequest,
  make: (ctx: TxCtx<A>, id: string, checked: T) => Promise<string>,
  precheck?: (ctx: TxCtx<A>, id: string) => Promise<T>,
): Promise<{ id: string; repeated: boolean }> {
  if (ctx.tx) throw new Error('a key is stored in a transaction of its own');
  const id = hash([request.owner ?? actorRef(ctx.actor), request.call, request.key]);
  const fingerprint = hash([request.key, request.input]);
  const once = async (tx: TxCtx<A>) => {
    const made = newId();
    // On its way before the rest is: everybody takes their locks in this order.
    const claimed = claim(tx, { id, fingerprint, made }).then((isNew) => {
      if (!isNew) throw new Repeated();
    });
    const admission = (async () => (await precheck?.(tx, made)) as T)();
    const [, checked] = await pipeline(claimed, admission);
    const known = await make(tx, made, checked);
    if (known !== made)
      await tx.db.update(idempotencyKey).set({ made: known }).where(eq(idempotencyKey.id, id));
    return { id: known, repeated: false };
  };
  try {
    return await withTransaction(ctx, once);
  } catch (error) {
    if (!(error instanceof Repeated)) throw error;
  }
  const [first] = await firstOf(ctx, id);
  if (first?.fingerprint !== fingerprint) throw new AppError('idempotency_mismatch');
  return { id: first.made!, repeated: true };
}

/** The primary key makes everybody but one wait until that one's transaction ends. */
async function claim(
  tx: TxCtx,
  { id, fingerprint, made }: { id: string; fingerprint: string; made: string },
): Promise<boolean> {
  const sent = tx.db
    .insert(idempotencyKey)
    .values({ id, fingerprint, made, createdAt: sqlNow })
    .onConflictDoUpdate({
      target: idempotencyKey.id,
      set: { fingerprint, made, createdAt: sqlNow },
      setWhere: sql`${idempotencyKey.createdAt} < ${sqlNow} - ${memory}`,
    })
    .execute();
  return (await sent).rowCount === 1;
}

/**
 * What a key stands for. The lock makes this a transaction that writes, so it ends once a synchronous follower has it and
 * all before it: a primary that steps down shows for a moment what nobody else has.
 */
const firstOf = (ctx: Ctx, id: string) =>
  ctx.db.select().from(idempotencyKey).where(eq(idempotencyKey.id, id)).for('key share');

/** Removes keys whose time is over; returns how many. */
export async function forgetIdempotencyKeys(ctx: Ctx): Promise<number> {
  const { rowCount } = await ctx.db
    .delete(idempotencyKey)
    .where(sql`${idempotencyKey.createdAt} < ${sqlNow} - ${memory}`);
  return rowCount ?? 0;
}

const hash = (parts: unknown[]): string =>
  sha256(JSON.stringify(parts.map(sorted))).toString('base64url');

/** The same members in another order are the same input. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
