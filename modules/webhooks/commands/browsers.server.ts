import { createECDH } from 'node:crypto';
import { and, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { personIdOf, type Side } from '#platform/base/actor';
import { isAmong } from '#platform/base/columns.server';
import { inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId, sha256 } from '#platform/base/ids';
import { seal } from '#platform/config/sealed';
import type { Ctx, CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import { requireRateLimit } from '#platform/limits/rate-limit';
import { sqlNow } from '#platform/time/clock';
import { isOwnBrowser, pushKeyOf } from '../queries.server';
import { browsersPerDay, keptOfBrowsers, pushMakerOf } from '../rules';
import type { BrowserInput } from '../schemas';
import { delivery, receiver } from '../tables.server';
import { mostBrowsers } from '../values';

/** Whoever counts the browsers of a person does so one after the other. */
const lockBrowsers = (ctx: TxCtxOf<Side>) =>
  ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`push:${personIdOf(ctx.actor)}`}, 0))`,
  );

/** A point that is not on the curve would fail at each try to encrypt for it. */
function requirePoint(point: string): void {
  const one = createECDH('prime256v1');
  one.generateKeys();
  try {
    one.computeSecret(point, 'base64url');
  } catch {
    throw new AppError('validation_failed', { fields: { p256dh: ['push.error.browser'] } });
  }
}

/**
 * The acting person's browser shows their news from now on, until its session is over. Counted under a lock, so that fifty
 * at once are five; sessions that are over do not count (`endedSessions`). The same browser again takes the place of
 * itself, and of whoever had it on this side before. The caller holds the session.
 *
 * @throws AppError `push_unavailable`; `push_full`; `too_many_requests`; `validation_failed`
 */
export async function addBrowser(
  ctx: TxCtxOf<Side>,
  { endpoint, p256dh, auth }: BrowserInput,
  { isLive }: { readonly isLive: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>> },
): Promise<void> {
  const { COURIER_CIPHER_KEYS: keys } = ctx.services.env;
  const maker = pushMakerOf(endpoint);
  if (!keys || !pushKeyOf(ctx)) throw new AppError('push_unavailable');
  if (!maker)
    throw new AppError('validation_failed', { fields: { endpoint: ['push.error.service'] } });
  requirePoint(p256dh);
  const { kind: readerType, id: readerId, sessionId } = ctx.actor;
  const personId = personIdOf(ctx.actor);
  const addressHash = sha256(endpoint);
  await requireRateLimit(ctx, browsersPerDay, personId);
  await lockBrowsers(ctx);
  // Its session before this one, on this side, and its address before this one.
  await removeWhere(
    ctx,
    and(
      eq(receiver.readerType, readerType),
      or(eq(receiver.addressHash, addressHash), eq(receiver.sessionId, sessionId)),
    )!,
  );
  const held = await ctx.db
    .select({ id: receiver.id, sessionId: receiver.sessionId })
    .from(receiver)
    .where(and(eq(receiver.readerId, readerId), eq(receiver.personId, personId)));
  const live = await isLive(held.flatMap((one) => one.sessionId ?? []));
  const over = held.filter((one) => !one.sessionId || !live.has(one.sessionId));
  if (over.length > 0)
    await removeWhere(
      ctx,
      isAmong(
        receiver.id,
        over.map(({ id }) => id),
      ),
    );
  if (held.length - over.length >= mostBrowsers)
    throw new AppError('push_full', { values: { most: mostBrowsers } });
  const id = newId();
  const secretCipher = seal(keys, id, JSON.stringify({ endpoint, p256dh, auth }));
  await ctx.db.insert(receiver).values({
    ...{ id, kind: 'push', events: [], state: 'on', secretCipher, createdAt: sqlNow },
    ...{ onSince: sqlNow, readerType, readerId, personId, sessionId, maker, addressHash },
  });
}

/** One of the acting person's own browsers hears no more. @throws AppError `not_found` */
export async function removeBrowser(
  ctx: TxCtxOf<Side>,
  { browserId }: { browserId: string },
): Promise<void> {
  const gone = await removeWhere(ctx, isOwnBrowser(ctx, browserId));
  if (gone === 0) throw new AppError('not_found');
}

/** Browsers with what is recorded for them; what the courier has begun may still arrive. */
async function removeWhere(ctx: Ctx, which: SQL): Promise<number> {
  const gone = await ctx.db
    .delete(receiver)
    .where(and(eq(receiver.kind, 'push'), which))
    .returning({ id: receiver.id });
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0)
    await ctx.db
      .delete(delivery)
      .where(and(isNull(delivery.clinicId), isAmong(delivery.receiverId, ids)));
  return ids.length;
}

/** A session ends, whoever ends it: its browser hears no more. */
export async function endBrowsersOfSessions(
  ctx: Ctx,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length > 0) await removeWhere(ctx, isAmong(receiver.sessionId, [...sessionIds]));
}

/** The acting person ended their sessions but this one. */
export async function endOtherBrowsers(ctx: CtxOf<Side>): Promise<void> {
  const { kind, id, sessionId } = ctx.actor;
  await removeWhere(
    ctx,
    and(
      eq(receiver.readerType, kind),
      eq(receiver.readerId, id),
      eq(receiver.personId, personIdOf(ctx.actor)),
      ne(receiver.sessionId, sessionId),
    )!,
  );
}

/** A clinic is suspended, or an account leaves: its browsers go, those of all its members. */
export async function endBrowsers(
  ctx: Ctx,
  { kind, id }: { readonly kind: Side; readonly id: string },
): Promise<void> {
  await removeWhere(ctx, and(eq(receiver.readerId, id), eq(receiver.readerType, kind))!);
}

/** News for browsers of one account. */
interface News {
  /** Dotted word of the notification. */
  readonly kind: string;
  /** The id of the event's delivery, the same each time it is delivered. */
  readonly eventId: string;
  /** What its page is about; null for a page that needs none. */
  readonly about: string | null;
}

/**
 * Records news for browsers, as part of the transaction that shows it elsewhere: kind and id, no more. The same event is
 * recorded once for a browser, however often it is delivered; and not beside the same news that still waits.
 */
export async function recordForBrowsers(
  tx: TxCtx,
  browsers: ReadonlyArray<{
    readonly id: string;
    readonly readerType: Side;
    /** Not before: it is quiet until then. Null for now. */
    readonly notBefore: Date | null;
  }>,
  { kind, eventId, about }: News,
): Promise<void> {
  const ids = browsers.map(({ id }) => id);
  const types = browsers.map(({ readerType }) => `${readerType}.${kind}`);
  const from = browsers.map(({ notBefore }) => notBefore?.toISOString() ?? null);
  await tx.db.execute(sql`
    insert into webhooks.delivery (id, receiver_id, type, thing, ids, happened_at, state, tries, due_at)
    select md5(b.id::text || ${`:${kind}:${eventId}`})::uuid, b.id, b.type, coalesce(${about}::uuid, b.id),
      jsonb_strip_nulls(jsonb_build_object('id', ${about}::text)), platform.now(), 'waiting', 0, greatest(b.due, platform.now())
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(types)}::text[], ${sql.param(from)}::timestamptz[]) as b(id, type, due)
    where not exists (select from webhooks.delivery w where w.receiver_id = b.id and w.state = 'waiting'
      and w.thing = coalesce(${about}::uuid, b.id) and w.type = b.type and w.claim is null)
    on conflict (id) do nothing`);
}

/** What waits for the acting person's browsers without having been tried comes at `until`, or now where that is null. */
export async function holdOwnNews(ctx: CtxOf<Side>, until: Date | null): Promise<void> {
  const { kind, id } = ctx.actor;
  const own = ctx.db
    .select({ id: receiver.id })
    .from(receiver)
    .where(
      and(
        eq(receiver.kind, 'push'),
        eq(receiver.readerType, kind),
        eq(receiver.readerId, id),
        eq(receiver.personId, personIdOf(ctx.actor)),
      ),
    );
  const due = sql`greatest(platform.now(), ${until?.toISOString() ?? null}::timestamptz)`;
  await ctx.db
    .update(delivery)
    .set({ dueAt: due })
    .where(
      and(inArray(delivery.receiverId, own), eq(delivery.state, 'waiting'), eq(delivery.tries, 0)),
    );
}

const perStep = 500;

/** Removes browsers that their push service knows no more; returns how many. Done again, it finds none. */
export async function removeLostBrowsers(ctx: Ctx): Promise<number> {
  const lost = await ctx.db
    .selectDistinct({ id: delivery.receiverId })
    .from(delivery)
    .where(eq(delivery.state, 'gone'))
    .limit(perStep);
  const ids = lost.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const gone = await removeWhere(ctx, isAmong(receiver.id, ids));
  // What was recorded between the two belongs to no browser.
  await ctx.db
    .delete(delivery)
    .where(and(eq(delivery.state, 'gone'), isAmong(delivery.receiverId, ids)));
  return gone;
}

/**
 * Removes browsers whose session is over by time, and what was delivered to browsers a day ago; returns how many rows went.
 * `isLive` says which of some sessions hold.
 */
export async function forgetBrowsers(
  ctx: Ctx,
  isLive: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  let gone = 0;
  for (let after: string | null = null; ;) {
    const page: Array<{ id: string; sessionId: string | null }> = await ctx.db
      .select({ id: receiver.id, sessionId: receiver.sessionId })
      .from(receiver)
      .where(and(eq(receiver.kind, 'push'), after ? sql`${receiver.id} > ${after}` : undefined))
      .orderBy(receiver.id)
      .limit(perStep);
    const live = await isLive(page.flatMap(({ sessionId }) => sessionId ?? []));
    const over = page.filter(({ sessionId }) => !sessionId || !live.has(sessionId));
    if (over.length > 0)
      gone += await removeWhere(
        ctx,
        inArray(
          receiver.id,
          over.map(({ id }) => id),
        ),
      );
    if (page.length < perStep) break;
    after = page.at(-1)!.id;
  }
  return gone + (await forgetDelivered(ctx));
}

async function forgetDelivered(ctx: Ctx): Promise<number> {
  const since = sql`platform.now() - make_interval(secs => ${inSeconds(keptOfBrowsers)})`;
  for (let gone = 0; ;) {
    const { rowCount } = await ctx.db.execute(
      sql`delete from webhooks.delivery where id = any(array(select id from webhooks.delivery
        where clinic_id is null and ended_at < ${since} limit ${perStep}))`,
    );
    gone += rowCount ?? 0;
    if ((rowCount ?? 0) < perStep) return gone;
  }
}
