import { and, desc, inArray } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import type { StaffRecord, StaffState } from '../staff-records';
import { staffPasskey, staffSession } from '../tables.server';
import { isLiveStaffSession } from '../sessions/staff-session.server';
import type { Manager } from './policy.server';
import type { StaffRow } from './use-totp.server';

/** What reviewers see of their colleagues. */
export const nameOnly = ({ id, name }: StaffRow): StaffRecord => ({
  id,
  name,
  email: null,
  role: null,
  state: null,
  createdAt: null,
  lastSignInAt: null,
  sessions: [],
  passkeys: [],
  enrolmentLink: null,
  allowedEvents: [],
});

const stateOf = ({ disabledAt, enrolledAt }: StaffRow): StaffState => {
  if (disabledAt) return 'disabled';
  return enrolledAt ? 'active' : 'invited';
};

const eventsOf: Record<StaffState, readonly string[]> = {
  invited: ['change-role', 'disable', 'invite-again'],
  active: ['change-role', 'disable', 'reset-factors'],
  disabled: ['enable'],
};

type Sessions = StaffRecord['sessions'];
type Passkeys = StaffRecord['passkeys'];

/** The rows as admins see them, with live sessions and passkeys. */
export async function toStaffRecords(
  ctx: Ctx<Manager>,
  rows: readonly StaffRow[],
): Promise<StaffRecord[]> {
  const ids = rows.map(({ id }) => id);
  const [sessions, passkeys] = await Promise.all([sessionsOf(ctx, ids), passkeysOf(ctx, ids)]);
  return rows.map((row) => toRecord(row, sessions.get(row.id) ?? [], passkeys.get(row.id) ?? []));
}

function toRecord(row: StaffRow, sessions: Sessions, passkeys: Passkeys): StaffRecord {
  const state = stateOf(row);
  const ends = sessions.length > 0 ? ['end-session', 'end-sessions'] : [];
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    state,
    createdAt: row.createdAt.toISOString(),
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    sessions,
    passkeys,
    enrolmentLink: null,
    allowedEvents: [...eventsOf[state], ...ends],
  };
}

/** Live sessions by account, last used first. */
export async function sessionsOf(
  ctx: Ctx<Manager>,
  staffIds: string[],
): Promise<Map<string, Sessions>> {
  const rows = await ctx.db
    .select()
    .from(staffSession)
    .where(and(inArray(staffSession.staffId, staffIds), isLiveStaffSession))
    .orderBy(desc(staffSession.lastSeenAt));
  const asking = ctx.actor.kind === 'staff' ? ctx.actor.sessionId : null;
  return byStaff(rows, ({ id, device, createdAt, lastSeenAt }) => ({
    id,
    device,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: id === asking,
  }));
}

/** Passkeys by account, newest first. */
export async function passkeysOf(ctx: Ctx, staffIds: string[]): Promise<Map<string, Passkeys>> {
  const rows = await ctx.db
    .select()
    .from(staffPasskey)
    .where(inArray(staffPasskey.staffId, staffIds))
    .orderBy(desc(staffPasskey.createdAt));
  return byStaff(rows, ({ id, label, createdAt }) => ({
    id,
    label,
    createdAt: createdAt.toISOString(),
  }));
}

function byStaff<Row extends { staffId: string }, T>(
  rows: readonly Row[],
  show: (row: Row) => T,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(row.staffId, [...(groups.get(row.staffId) ?? []), show(row)]);
  return groups;
}
