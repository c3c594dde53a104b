import { randomBytes } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { audit, publish, withTransaction } from '#engine';
import { inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import { seal } from '#platform/config/sealed';
import type { Ctx, CtxOf, TxCtx, TxCtxOf } from '#platform/context';
import { requireRateLimit } from '#platform/limits/rate-limit';
import { sqlNow } from '#platform/time/clock';
import { endpointOf, isOwnEndpoint } from '../queries.server';
import { overlap, resendsPerHour, secretsPerDay } from '../rules';
import { type ChangeInput, type EndpointDto, type EndpointInput, webhookEvents } from '../schemas';
import { attempt, delivery, receiver } from '../tables.server';
import { mostEndpoints } from '../values';

/** What is shown once. */
interface WithSecret {
  readonly endpoint: EndpointDto;
  readonly secret: string;
}

/** 192 random bits, as the specification writes them. */
const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

/** @throws AppError `webhooks_unavailable` where the installation has no courier */
function sealed({ services }: Ctx, receiverId: string, secret: string): Buffer {
  const { COURIER_CIPHER_KEYS: keys } = services.env;
  if (!keys) throw new AppError('webhooks_unavailable');
  return seal(keys, receiverId, secret);
}

/** Of the acting clinic: whoever counts its endpoints does so one after the other. */
const lockEndpoints = (ctx: TxCtxOf<'clinic'>) =>
  ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks:${ctx.actor.id}`}, 0))`,
  );

const logged = (ctx: TxCtxOf<'clinic'>, action: string, id: string): Promise<void> =>
  audit(ctx, { action, object: { type: 'clinic', id: ctx.actor.id }, details: { endpoint: id } });

/**
 * The acting clinic adds an endpoint. Counted under a lock, so that fifty at once are five. The caller has asked for a
 * fresh proof, and holds the approval of the clinic.
 *
 * @throws AppError `webhooks_unavailable`; `webhooks_full`; `too_many_requests`
 */
export async function addEndpoint(
  ctx: TxCtxOf<'clinic'>,
  { url, events }: EndpointInput,
): Promise<WithSecret> {
  const { id: clinicId } = ctx.actor;
  const [id, secret] = [newId(), newSecret()];
  const secretCipher = sealed(ctx, id, secret);
  await requireRateLimit(ctx, secretsPerDay, clinicId);
  await lockEndpoints(ctx);
  const held = await ctx.db.$count(receiver, eq(receiver.clinicId, clinicId));
  if (held >= mostEndpoints)
    throw new AppError('webhooks_full', { values: { most: mostEndpoints } });
  await ctx.db.insert(receiver).values({
    ...{ id, kind: 'webhook', clinicId, url, events, state: 'on', secretCipher },
    ...{ createdAt: sqlNow, onSince: sqlNow },
  });
  await logged(ctx, 'webhooks.add', id);
  return { endpoint: await endpointOf(ctx, id), secret };
}

/** Other events, or off and on. What waits for an endpoint that is switched off is given up. @throws AppError `not_found` */
export function changeEndpoint(
  ctx: CtxOf<'clinic'>,
  { endpointId, events, state }: ChangeInput & { readonly endpointId: string },
): Promise<{ endpoint: EndpointDto }> {
  return withTransaction(ctx, async (tx) => {
    const goesOn = sql`${receiver.state} = 'off' and ${state} = 'on'`;
    const [row] = await tx.db
      .update(receiver)
      .set({
        events,
        state,
        offBecause: sql`case when ${state} = 'on' then null else coalesce(${receiver.offBecause}, 'owner') end`,
        onSince: sql`case when ${goesOn} then platform.now() else ${receiver.onSince} end`,
      })
      .where(isOwnEndpoint(tx, endpointId))
      .returning({ id: receiver.id });
    if (!row) throw new AppError('not_found');
    if (state === 'off') await giveUpWaiting(tx, endpointId);
    await logged(tx, 'webhooks.change', endpointId);
    return { endpoint: await endpointOf(tx, endpointId) };
  });
}

const giveUpWaiting = (tx: TxCtx, receiverId: string) =>
  tx.db
    .update(delivery)
    .set({ state: 'failed', endedAt: sqlNow, claim: null, claimedUntil: null })
    .where(and(eq(delivery.receiverId, receiverId), eq(delivery.state, 'waiting')));

/**
 * A new secret for an endpoint; the one before signs too for a day. Of a third within that day the first signs no more.
 * The caller has asked for a fresh proof.
 *
 * @throws AppError `not_found`; `webhooks_unavailable`; `too_many_requests`
 */
export async function rotateSecret(
  ctx: TxCtxOf<'clinic'>,
  { endpointId }: { endpointId: string },
): Promise<WithSecret> {
  const secret = newSecret();
  const secretCipher = sealed(ctx, endpointId, secret);
  const [row] = await ctx.db
    .update(receiver)
    .set({
      secretCipher,
      previousCipher: sql`${receiver.secretCipher}`,
      previousUntil: sql`platform.now() + make_interval(secs => ${inSeconds(overlap)})`,
    })
    .where(isOwnEndpoint(ctx, endpointId))
    .returning({ id: receiver.id });
  if (!row) throw new AppError('not_found');
  await requireRateLimit(ctx, secretsPerDay, ctx.actor.id);
  await logged(ctx, 'webhooks.rotate', endpointId);
  return { endpoint: await endpointOf(ctx, endpointId), secret };
}

/** Removes an endpoint and what belongs to it; a try under way may still arrive. @throws AppError `not_found` */
export async function removeEndpoint(
  ctx: CtxOf<'clinic'>,
  { endpointId }: { endpointId: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .delete(receiver)
      .where(isOwnEndpoint(tx, endpointId))
      .returning({ id: receiver.id });
    if (!row) throw new AppError('not_found');
    await tx.db.execute(sql`
      with deliveries as (
        delete from ${delivery} where clinic_id = ${tx.actor.id} and receiver_id = ${endpointId} returning id)
      delete from ${attempt} where clinic_id = ${tx.actor.id} and delivery_id in (select id from deliveries)`);
    await logged(tx, 'webhooks.remove', endpointId);
  });
}

/**
 * Delivers again, as soon as the courier comes to it, under the id that it had. One that waits is tried now.
 *
 * @throws AppError `not_found`; `webhook_off`; `too_many_requests`
 */
export async function sendAgain(
  ctx: CtxOf<'clinic'>,
  { deliveryId }: { deliveryId: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const which = and(eq(delivery.id, deliveryId), eq(delivery.clinicId, tx.actor.id));
    const [found] = await tx.db
      .select({ state: receiver.state })
      .from(delivery)
      .innerJoin(receiver, eq(receiver.id, delivery.receiverId))
      .where(which);
    if (!found) throw new AppError('not_found');
    if (found.state === 'off') throw new AppError('webhook_off');
    await requireRateLimit(tx, resendsPerHour, tx.actor.id);
    await tx.db
      .update(delivery)
      .set({
        state: 'waiting',
        tries: sql`case when ${delivery.state} = 'waiting' then ${delivery.tries} else 0 end`,
        dueAt: sqlNow,
        endedAt: null,
      })
      .where(which);
  });
}

/** A clinic is suspended, or leaves: its endpoints go, with all that was recorded for them. */
export async function endWebhooks(tx: TxCtx, { clinicId }: { clinicId: string }): Promise<void> {
  await tx.db.execute(sql`
    with receivers as (delete from ${receiver} where clinic_id = ${clinicId}),
      deliveries as (delete from ${delivery} where clinic_id = ${clinicId})
    delete from ${attempt} where clinic_id = ${clinicId}`);
}

/**
 * Switches endpoints off for which a delivery was given up since they were switched on, each in a transaction of its own;
 * its clinic gets a mail. Returns how many; done again, it finds none.
 */
export async function switchOffFailing(ctx: Ctx): Promise<number> {
  const failing = await ctx.db
    .selectDistinct({ id: receiver.id })
    .from(delivery)
    .innerJoin(receiver, eq(receiver.id, delivery.receiverId))
    .where(
      and(
        eq(delivery.state, 'failed'),
        eq(receiver.state, 'on'),
        eq(receiver.kind, 'webhook'),
        // Beyond it nothing new is found, and less is read.
        sql`${delivery.endedAt} > platform.now() - interval '7 days'`,
        sql`${delivery.endedAt} > ${receiver.onSince}`,
      ),
    )
    .limit(100);
  for (const { id } of failing) await withTransaction(ctx, (tx) => switchOff(tx, id));
  return failing.length;
}

async function switchOff(tx: TxCtx, id: string): Promise<void> {
  const [row] = await tx.db
    .update(receiver)
    .set({ state: 'off', offBecause: 'failing' })
    .where(and(eq(receiver.id, id), inArray(receiver.state, ['on'])))
    .returning({ clinicId: receiver.clinicId });
  if (!row?.clinicId) return;
  const { clinicId } = row;
  await giveUpWaiting(tx, id);
  await publish(tx, webhookEvents['webhooks.switched-off'], { endpointId: id, clinicId });
}
