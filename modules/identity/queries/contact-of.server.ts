import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { patient, staffAccount } from '../tables.server';

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
