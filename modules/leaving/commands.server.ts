import type { Side } from '#platform/base/actor';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { audit, withTransaction, send, sendIfAccepted, startMachine, defineJob } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { hours, inSeconds, minutes } from '#platform/base/duration';
import type { Env } from '#platform/config/env';
import { AppError } from '#platform/base/errors';
import { idFromName, newId } from '#platform/base/ids';
import type { OneShotDb } from '#platform/database/one-shot-db';
import type { Person } from '#platform/privacy/person-data';
import { openPlace, type Place } from '#platform/config/places';
import { removeUnnamedFiles } from '#platform/files/stored';
import { archiveFlow, erasureFlow } from './projection.server';
import {
  archiveById,
  type ArchiveRow,
  askedToday,
  findArchive,
  openArchiveOf,
  toArchive,
} from './queries.server';
import { accountKinds, archivesKept, archivesPerDay, begun } from './values';
import type { ArchiveDto } from './schemas';
import { archive, archiveFiles, erasure, hold } from './tables.server';

/** Writes an archive into the store; asked again, it begins anew. */
export const makeArchiveJob = defineJob({
  name: 'leaving.make-archive',
  payload: z.strictObject({ archiveId: z.uuid() }),
  retry: { limit: 3, delay: minutes(1), backoff: true },
  expiresAfter: minutes(25),
});

/** Takes an archive out of the store. */
export const removeArchiveJob = defineJob({
  name: 'leaving.remove-archive',
  payload: z.strictObject({ archiveId: z.uuid() }),
  retry: { limit: 10, delay: minutes(1), backoff: true },
  expiresAfter: minutes(5),
});

/** Erases in small steps until nothing is left; asked again, it does what is left. */
export const eraseJob = defineJob({
  name: 'leaving.erase',
  payload: z.strictObject({ erasureId: z.uuid() }),
  retry: { limit: 5, delay: minutes(1), backoff: true },
  expiresAfter: minutes(14),
});

/**
 * Has an archive of the acting person's data made. While one is being made or waits, it is that one: however often
 * somebody asks, and from wherever.
 *
 * @throws AppError `too_many_requests`
 */
export const askArchive = (ctx: CtxOf<Side>): Promise<ArchiveDto> =>
  withTransaction(ctx, async (tx) => {
    const { kind: ownerKind, id: ownerId } = tx.actor;
    const open = await openArchiveOf(tx);
    if (open) return toArchive(open);
    if ((await askedToday(tx)) >= archivesPerDay)
      throw new AppError('too_many_requests', { retryAfterSeconds: inSeconds(hours(24)) });
    const id = newId();
    const [made] = await tx.db
      .insert(archive)
      .values({
        ...{ id, ownerKind, ownerId, status: 'making' },
        storageKey: `archive/${newId()}`,
        askedAt: sqlNow,
      })
      .onConflictDoNothing()
      .returning();
    // Somebody else's moment: theirs is committed by now.
    if (!made) return toArchive((await openArchiveOf(tx))!);
    await startMachine(tx, archiveFlow, { id, input: { archiveId: id, ownerKind, ownerId } });
    return toArchive(made);
  });

/** @throws AppError `not_found`, the same for somebody else's and none */
export async function ownArchive(ctx: CtxOf<Side>, { id }: { id: string }): Promise<ArchiveDto> {
  const row = await findArchive(ctx, id);
  if (!row) throw new AppError('not_found');
  return toArchive(row);
}

/**
 * The bytes of the acting person's archive, once: from then on it is taken, also when the download breaks off.
 *
 * @throws AppError `not_found`; `archive_gone` when it was taken, or its day is over
 */
export async function takeArchive(
  ctx: CtxOf<Side>,
  { id }: { id: string },
): Promise<{ body: Readable; bytes: number }> {
  const row = await findArchive(ctx, id);
  if (!row) throw new AppError('not_found');
  if (row.status !== 'ready') throw new AppError('archive_gone');
  const found = await ctx.services.ports.storage.get(row.storageKey);
  if (!found) throw new AppError('archive_gone');
  try {
    await send(ctx, archiveFlow, { id, event: { type: 'leaving.take-archive' } });
  } catch (error) {
    found.body.destroy();
    throw error instanceof AppError && error.code === 'event_refused'
      ? new AppError('archive_gone')
      : error;
  }
  return found;
}

/** For the job that makes it: null when it is not wanted any more. */
export async function archiveToMake(ctx: Ctx, archiveId: string): Promise<ArchiveRow | null> {
  const row = await archiveById(ctx, archiveId);
  return row?.status === 'making' ? row : null;
}

/** It lies in the store. False when it is not wanted any more: whoever put it there takes it out again. */
export async function archiveMade(
  ctx: Ctx,
  { archiveId: id, bytes }: { archiveId: string; bytes: number },
): Promise<boolean> {
  const event = { type: 'leaving.archive-made', bytes } as const;
  try {
    return (await sendIfAccepted(ctx, archiveFlow, { id, event })) !== null;
  } catch (error) {
    // Its owner has left: row and flow are gone.
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}

/** Takes an archive out of the store; safe to repeat. */
export async function removeArchive(ctx: Ctx, { archiveId }: { archiveId: string }): Promise<void> {
  const row = await archiveById(ctx, archiveId);
  if (!row) return;
  await ctx.services.ports.storage.remove(row.storageKey);
  if (!row.goneAt)
    await ctx.db.update(archive).set({ goneAt: sqlNow }).where(eq(archive.id, archiveId));
}

/** Of the account; so that it is closed once. */
const erasureIdOf = ({ kind, id }: Person): string => idFromName(`leaving.erasure:${kind}:${id}`);

/** Begins the erasure of an account, within the transaction that closes it. */
export async function beginErasure(ctx: TxCtx, person: Person): Promise<void> {
  const id = erasureIdOf(person);
  const { kind, id: personId } = person;
  await ctx.db
    .insert(erasure)
    .values({ id, kind, personId, closedAt: sqlNow, status: 'closed' })
    .onConflictDoNothing();
  await startMachine(ctx, erasureFlow, { id, input: { erasureId: id, kind, personId } });
}

/** Whose erasure is to be gone on with; null when there is nothing to do now. `last`: nobody waits for it any more. */
export async function erasureToDo(
  ctx: Ctx,
  erasureId: string,
): Promise<{ person: Person; last: boolean } | null> {
  const [row] = await ctx.db.select().from(erasure).where(eq(erasure.id, erasureId));
  if (!row || (row.status !== 'erasing' && row.status !== 'looking-again')) return null;
  return { person: { kind: row.kind, id: row.personId }, last: row.status === 'looking-again' };
}

/** Nothing was left. */
export async function nothingLeft(ctx: Ctx, erasureId: string): Promise<void> {
  const event = { type: 'leaving.nothing-left' } as const;
  await sendIfAccepted(ctx, erasureFlow, { id: erasureId, event });
}

/** Whether its owner has closed an account. */
export async function isClosed(ctx: Ctx, person: Person): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: erasure.id })
    .from(erasure)
    .where(eq(erasure.id, erasureIdOf(person)));
  return row !== undefined;
}

/**
 * Who left, outside of database, store and backups: a restore of an older copy erases them again. The name of an entry is
 * all there is to it, a kind and an id that names nobody.
 */
const listOf = (env: Env): Place => openPlace(env, env.ERASURE_LIST ?? besideStore(env));

const besideStore = ({ STORAGE_PROVIDER, S3_BUCKET, DATA_DIR }: Env): string =>
  STORAGE_PROVIDER === 's3' ? `s3://${S3_BUCKET}/erasures` : path.resolve(DATA_DIR, 'erasures');

async function writeOnce(list: Place, name: string): Promise<void> {
  if (!(await list.read(name))) await list.write(name, Buffer.from('erased\n'));
}

const nameOf = ({ kind, id }: Person): string => `${kind}/${id}`;

/**
 * An account is closed, or its erasure begins, which does not go on before this is done. An entry that a hold took off the
 * list counts again from then on. Safe to repeat.
 */
export async function recordErasure(
  env: Env,
  person: Person,
  at: 'closing' | 'beginning',
): Promise<void> {
  const list = listOf(env);
  await writeOnce(list, nameOf(person));
  if (at === 'beginning' && (await list.read(`held/${nameOf(person)}`)))
    await writeOnce(list, `begun/${nameOf(person)}`);
}

/** A closed account is held before its erasure begins: it is not on the list until that. Safe to repeat. */
const recordHeld = (env: Env, person: Person): Promise<void> =>
  writeOnce(listOf(env), `held/${nameOf(person)}`);

/** Everybody on the list. */
export async function listErasures(env: Env): Promise<Person[]> {
  const list = listOf(env);
  const people: Person[] = [];
  for (const kind of accountKinds) {
    const held = await namesIn(list, `held/${kind}/`);
    const begun = await namesIn(list, `begun/${kind}/`);
    for (const id of await namesIn(list, `${kind}/`))
      if (!held.has(id) || begun.has(id)) people.push({ kind, id });
  }
  return people;
}

async function namesIn(list: Place, folder: string): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const name of list.names(folder)) names.add(name.slice(folder.length));
  return names;
}

/** A hold that is asked for or ended, and why. */
export interface HoldAct {
  readonly person: Person;
  readonly reason: string;
}

const standing = ({ kind, id }: Person): SQL =>
  and(eq(hold.kind, kind), eq(hold.personId, id), isNull(hold.liftedAt))!;

const log = (ctx: TxCtx, action: string, { person: { kind: type, id }, reason }: HoldAct) =>
  audit(ctx, { action, object: { type, id }, reason });

/**
 * Whether an account is open, closed, or so that anything of it may be gone already; the erasure stays locked, so that it
 * does not begin meanwhile.
 */
async function lockErasure(ctx: TxCtx, { kind, id }: Person): Promise<'open' | 'closed' | 'begun'> {
  const [row] = await ctx.db
    .select({ status: erasure.status })
    .from(erasure)
    .where(and(eq(erasure.personId, id), eq(erasure.kind, kind)))
    .for('update');
  if (!row) return 'open';
  return begun.includes(row.status) ? 'begun' : 'closed';
}

/**
 * From its commit on nothing of this account is erased. An erasure that has begun is not stopped: an account is held as a
 * whole or erased as a whole.
 *
 * @throws AppError `event_refused` when one stands, or the erasure has begun
 */
export const placeHold = (ctx: CtxOf<'staff'>, act: HoldAct): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const { kind, id: personId } = act.person;
    const [placed] = await tx.db
      .insert(hold)
      .values({ id: newId(), kind, personId, placedBy: tx.actor.id, placedAt: sqlNow })
      .onConflictDoNothing()
      .returning({ id: hold.id });
    if (!placed) throw new AppError('event_refused');
    const state = await lockErasure(tx, act.person);
    if (state === 'begun') throw new AppError('event_refused');
    // Before the commit: a hold that stands is never on the list. Without the hold, the erasure puts it there again.
    if (state === 'closed') await recordHeld(tx.services.env, act.person);
    await log(tx, 'leaving.hold-placed', act);
  });

/** Ends a hold; an erasure that has waited for it goes on. @throws AppError `event_refused` when none stands */
export const liftHold = (ctx: CtxOf<'staff'>, act: HoldAct): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const { kind, id } = act.person;
    // Its row before the flow, as by `waitForHold`.
    const [lifted] = await tx.db
      .update(hold)
      .set({ liftedBy: tx.actor.id, liftedAt: sqlNow })
      .where(standing(act.person))
      .returning({ id: hold.id });
    if (!lifted) throw new AppError('event_refused');
    await log(tx, 'leaving.hold-lifted', act);
    const [waiting] = await tx.db
      .select({ id: erasure.id })
      .from(erasure)
      .where(and(eq(erasure.personId, id), eq(erasure.kind, kind), eq(erasure.status, 'held')));
    if (waiting)
      await send(tx, erasureFlow, {
        id: waiting.id,
        event: { type: 'leaving.hold-lifted' },
      });
  });

/** Whether a hold can be placed: none stands, and no erasure has begun. */
export async function mayBeHeld(ctx: Ctx, person: Person): Promise<boolean> {
  const [row] = await ctx.db
    .select({ status: erasure.status })
    .from(erasure)
    .where(and(eq(erasure.personId, person.id), eq(erasure.kind, person.kind)));
  return (!row || !begun.includes(row.status)) && (await heldSince(ctx, person)) === null;
}

/** Since when a hold stands; null without one. */
export async function heldSince(ctx: Ctx, person: Person): Promise<Date | null> {
  const [row] = await ctx.db.select({ placedAt: hold.placedAt }).from(hold).where(standing(person));
  return row?.placedAt ?? null;
}

/** Ids of all accounts that are held: what belongs to them stays, whatever its time. */
export async function heldIds(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.select({ id: hold.personId }).from(hold).where(isNull(hold.liftedAt));
  return rows.map(({ id }) => id);
}

/** How many holds stand, for a command: nothing that could be about one of them may go by its time alone. */
export const countHolds = (db: OneShotDb): Promise<number> =>
  db.$count(hold, isNull(hold.liftedAt));

/** Whether an erasure has to wait for the end of a hold; if so, it does from now on. */
export const waitForHold = (
  ctx: Ctx,
  { erasureId, person }: { erasureId: string; person: Person },
): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    // Held until the flow waits: whoever lifts it at this moment finds it waiting.
    const [held] = await tx.db
      .select({ id: hold.id })
      .from(hold)
      .where(standing(person))
      .for('update');
    if (!held) return false;
    await sendIfAccepted(tx, erasureFlow, { id: erasureId, event: { type: 'leaving.held' } });
    return true;
  });

/**
 * Removes archives out of the store that no row names, as a process that died may leave them, and rows that are a month
 * old. Safe to repeat and to interrupt. Returns how many files and rows went.
 */
export async function sweepArchives(ctx: Ctx): Promise<number> {
  const rows = await ctx.db
    .delete(archive)
    .where(
      and(
        inArray(archive.status, ['taken', 'gone']),
        lt(
          archive.askedAt,
          sql`platform.now() - make_interval(secs => ${inSeconds(archivesKept)})`,
        ),
      ),
    )
    .returning({ id: archive.id });
  const { removed } = await removeUnnamedFiles(ctx, [archiveFiles]);
  return rows.length + removed;
}
