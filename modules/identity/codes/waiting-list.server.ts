import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { withTransaction } from '#engine';
import { minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { sha256 } from '#platform/base/ids';
import type { Ctx, TxCtx } from '#platform/context';
import { addressBlock, consumeRateLimit } from '#platform/limits/rate-limit';
import { readSetting } from '#platform/settings/settings';
import { sqlNow } from '#platform/time/clock';
import { type Asking, markFits, markOf } from '../browsers.server';
import { requireReachablePhone } from './challenges.server';
import type { Phone } from '../phone';
import { sendRisk } from '../rules';
import { waitingListPlace as place } from '../tables.server';

/** Who has not looked for this long has left, and holds nobody up. */
const present = sql`interval '60 seconds'`;
/** How long it stays somebody's turn; then they wait again, behind the others. */
const turnLasts = sql`interval '60 seconds'`;

/** Where a browser without script stands in the waiting list of its dial code. */
export interface WaitingListPlace {
  /** E.164. */
  readonly phone: string;
  /** Proves the place; good for this number from this browser. */
  readonly ticket: string;
  /** About how long until it is its turn; 0 when it is. */
  readonly waitSeconds: number;
}

type Browser = Pick<Asking, 'role' | 'browserToken'>;

const waiting = ({ role, browserToken }: Browser): SQL =>
  and(eq(place.browserHash, sha256(browserToken)), eq(place.role, role), isNull(place.usedAt))!;

/**
 * Takes a place in the waiting list of a dial code, or keeps the one this browser has. Places are few per address, so
 * that no address fills the list alone. Throws `too_many_codes` when the address has no place left.
 */
async function takePlaceInList(
  ctx: Ctx,
  { phone, role, browserToken }: { phone: Phone } & Browser,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const held = await look(tx, { role, browserToken });
    if (held?.phone === phone.number) return;
    const { lane } = await readSetting(tx, sendRisk);
    const rule = {
      name: 'identity.lane-places',
      limit: lane.placesPerAddress,
      window: minutes(10),
    };
    const taken = await consumeRateLimit(tx, rule, addressBlock(ctx.ip));
    if (!taken.allowed)
      throw new AppError('too_many_codes', {
        retryAfterSeconds: taken.retryAfterSeconds,
        reason: 'lane',
      });
    if (held) await tx.db.delete(place).where(waiting({ role, browserToken }));
    await tx.db.insert(place).values({
      role,
      phone: phone.number,
      dialCode: phone.dialCode,
      browserHash: sha256(browserToken),
      since: sqlNow,
      seenAt: sqlNow,
    });
  });
}

/** The place of a browser, if it has one; looking keeps it. */
export async function waitingListPlaceOf(
  ctx: Ctx,
  { role, browserToken }: { role: Browser['role']; browserToken: string | null },
): Promise<WaitingListPlace | null> {
  if (!browserToken) return null;
  const browser = { role, browserToken };
  const held = await look(ctx, browser);
  if (!held) return null;
  const { id, phone } = held;
  const ticket = `${id}.${markOf(ctx, `lane ${id}`, { ...browser, phone })}`;
  return { phone, ticket, waitSeconds: await waitOf(ctx, held) };
}

/**
 * Uses a place up for one send, in the order in which people came. Throws `slow_lane` while others come first;
 * false for a ticket that is not this number's and this browser's.
 */
export async function takeWaitingListTurn(
  ctx: TxCtx,
  asking: Asking,
  ticket: string,
): Promise<boolean> {
  const [id = '', mark = ''] = ticket.split('.');
  if (!markFits(ctx, `lane ${id}`, asking, mark)) return false;
  const held = await look(ctx, asking);
  if (held?.id !== id || held.phone !== asking.phone) return false;
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`identity.slow-lane:${held.dialCode}`}, 0))`,
  );
  const wait = await waitOf(ctx, held);
  if (wait > 0) throw new AppError('slow_lane', { retryAfterSeconds: wait });
  const used = await ctx.db
    .update(place)
    .set({ usedAt: sqlNow })
    .where(and(eq(place.id, id), isNull(place.usedAt)))
    .returning({ id: place.id });
  return used.length === 1;
}

type Held = Pick<typeof place.$inferSelect, 'id' | 'phone' | 'dialCode'>;

/** Marks the browser as present; whose turn has passed goes to the end. */
async function look(ctx: Ctx, browser: Browser): Promise<Held | null> {
  const passed = sql`${place.dueAt} is not null and ${place.dueAt} <= platform.now() - ${turnLasts}`;
  const [row] = await ctx.db
    .update(place)
    .set({
      seenAt: sqlNow,
      since: sql`case when ${passed} then platform.now() else ${place.since} end`,
      dueAt: sql`case when ${passed} then null else ${place.dueAt} end`,
    })
    .where(waiting(browser))
    .returning({ id: place.id, phone: place.phone, dialCode: place.dialCode });
  return row ?? null;
}

/** Seconds until it is the turn of a place; 0 when it is, which is noted. */
async function waitOf(ctx: Ctx, { id, dialCode }: Held): Promise<number> {
  const { lane } = await readSetting(ctx, sendRisk);
  const { rows } = await ctx.db.execute<{ ahead: number; recent: number }>(sql`
    select
      (count(*) filter (where p.used_at is null and p.seen_at > platform.now() - ${present}
        and (p.due_at is null or p.due_at > platform.now() - ${turnLasts})
        and (p.since, p.id) < (me.since, me.id)))::int as ahead,
      (count(*) filter (where p.used_at > platform.now() - interval '1 minute'))::int as recent
    from ${place} as me join ${place} as p on p.dial_code = ${dialCode}
    where me.id = ${id}`);
  const { ahead, recent } = rows[0]!;
  const before = ahead - (lane.perMinute - recent);
  if (before >= 0) return Math.ceil(((before + 1) * 60) / lane.perMinute);
  await ctx.db
    .update(place)
    .set({ dueAt: sql`coalesce(${place.dueAt}, platform.now())` })
    .where(eq(place.id, id));
  return 0;
}

/**
 * A place in the waiting list for a browser that was asked to work for a code and cannot. Throws what `sendCode`
 * throws about the number, and `too_many_codes` when the address has no place left.
 */
export async function joinWaitingList(
  ctx: Ctx,
  {
    role,
    phoneNumber,
    browserToken,
  }: { role: 'patient' | 'clinic'; phoneNumber: string; browserToken: string },
): Promise<void> {
  const phone = await requireReachablePhone(ctx, phoneNumber);
  await takePlaceInList(ctx, { phone, role, browserToken });
}
