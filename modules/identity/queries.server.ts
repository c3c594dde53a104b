import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import type { Ctx } from '#platform/context';
import { isAmong } from '#platform/lists/list-query';
import { readSetting } from '#platform/settings/settings';
import { nameForOthers } from '#platform/text/contact-in-name';
import { isDetached, numberOf, toUser } from './accounts.server';
import { smsPolicy } from './rules';
import { patient, staffAccount } from './tables.server';
import type { User } from './schemas';

/**
 * What a clinic may call patients before they choose it, by id: 'Sarah M.'. Shortened where the names are
 * kept, so that nobody's last name leaves the database for this. A name that holds contact data is masked. A patient who is gone is missing. With `lock`, the
 * names stay as they are until the transaction ends, and a change that is under way is waited for.
 */
export async function abbreviatedNames(
  ctx: Ctx,
  { ids, lock }: { ids: readonly string[]; lock: boolean },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const names = ctx.db
    .select({
      id: patient.id,
      name: sql<string>`${patient.firstName} || ' ' || upper(left(${patient.lastName}, 1)) || '.'`,
    })
    .from(patient)
    .where(isAmong(patient.id, ids));
  const rows = await (lock ? names.for('share') : names);
  return new Map(rows.map(({ id, name }) => [id, nameForOthers(name)]));
}

/** Where a message goes, and how its reader is addressed. Looked up when it is sent; never stored or logged. */
export interface Contact {
  readonly email: string;
  readonly name: string;
  /** Somebody has proved to read there. */
  readonly proved: boolean;
}

/** Null when there is no such patient. For the worker. */
export async function patientContact(
  ctx: Ctx,
  { patientId }: { patientId: string },
): Promise<Contact | null> {
  const [found] = await ctx.db
    .select({
      email: patient.email,
      name: patient.firstName,
      proved: sql<boolean>`${patient.emailProvedAt} is not null`,
    })
    .from(patient)
    .where(eq(patient.id, patientId));
  return found ?? null;
}

/** Enrolled and not disabled: who may sign in. */
const active = and(isNotNull(staffAccount.enrolledAt), isNull(staffAccount.disabledAt));

/** Null when there is no such member of staff, or not any more. For the worker. */
export async function staffContact(
  ctx: Ctx,
  { staffId }: { staffId: string },
): Promise<Contact | null> {
  const [found] = await ctx.db
    .select({ email: staffAccount.email, name: staffAccount.name, proved: sql<boolean>`true` })
    .from(staffAccount)
    .where(and(eq(staffAccount.id, staffId), active));
  return found ?? null;
}

/** Ids of everybody of staff who may sign in, reviewers and admins. For the worker. */
export async function activeStaffIds(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: staffAccount.id })
    .from(staffAccount)
    .where(active)
    .orderBy(asc(staffAccount.createdAt));
  return rows.map(({ id }) => id);
}

/** The acting patient's own profile. */
export async function currentPatient(ctx: Ctx<ActorOf<'patient'>>): Promise<User> {
  const [row] = await ctx.db.select().from(patient).where(eq(patient.id, ctx.actor.id));
  if (!row) throw new AppError('unauthenticated');
  return toUser(row);
}

/** How to reach a patient. */
export interface Person {
  /** In full. */
  readonly name: string;
  /** E.164; null while the account is off its number. */
  readonly phoneNumber: string | null;
  readonly email: string;
}

/** For the clinic that a patient has chosen, and for nobody else; null when the account is gone. */
export async function personOf(
  ctx: Ctx,
  { patientId }: { patientId: string },
): Promise<Person | null> {
  const [found] = await ctx.db
    .select({
      firstName: patient.firstName,
      lastName: patient.lastName,
      phoneNumber: patient.phone,
      email: patient.email,
    })
    .from(patient)
    .where(eq(patient.id, patientId));
  if (!found) return null;
  const { firstName, lastName, ...reach } = found;
  const phoneNumber = numberOf(reach.phoneNumber);
  return { name: `${firstName} ${lastName}`, email: reach.email, phoneNumber };
}

/** Phones (E.164) of patients, by id: for the clinic that each of them has chosen, and for nobody else. One statement. */
export async function phonesOf(
  ctx: Ctx,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (patientIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: patient.id, phone: patient.phone })
    .from(patient)
    .where(isAmong(patient.id, patientIds));
  return new Map(
    rows.filter(({ phone }) => !isDetached(phone)).map(({ id, phone }) => [id, phone]),
  );
}

/** Countries that codes are sent to, ISO 3166-1 alpha-2. */
export async function reachableCountries(ctx: Ctx): Promise<string[]> {
  return (await readSetting(ctx, smsPolicy)).countries;
}
