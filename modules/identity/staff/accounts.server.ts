import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
} from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { after, minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import type { Ctx } from '#platform/context';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  choose,
  chooseIds,
  findPage,
  type Listing,
  type Narrowing,
} from '#platform/lists/list-page';
import { holds } from '#platform/lists/list-query';
import { sqlNow } from '#platform/time/clock';
import { isLiveStaffSession } from '../sessions/sessions.server';
import { freshFactorMinutes } from '../rules';
import type {
  StaffIdentity,
  staffList,
  StaffRecord,
  StaffRole,
  StaffState,
} from '../staff-schemas';
import { endInvites } from './invitations.server';
import {
  endAllSessions,
  keepAnAdmin,
  lockAccount,
  type Manager,
  mayManageStaff,
  requireManager,
} from './sessions.server';
import type { StaffRow } from './totp.server';
import { staffAccount, staffPasskey, staffSession } from '../tables.server';

/** Who is signed in, as the console shows it. Throws `unauthenticated` when the session ended meanwhile. */
export async function staffIdentityOf(ctx: Ctx<ActorOf<'staff'>>): Promise<StaffIdentity> {
  const [row] = await ctx.db
    .select({
      id: staffAccount.id,
      email: staffAccount.email,
      name: staffAccount.name,
      role: staffAccount.role,
      provedAt: staffSession.provedAt,
    })
    .from(staffSession)
    .innerJoin(staffAccount, eq(staffAccount.id, staffSession.staffId))
    .where(eq(staffSession.id, ctx.actor.sessionId));
  if (!row) throw new AppError('unauthenticated');
  const [passkeys] = await ctx.db
    .select({ n: count() })
    .from(staffPasskey)
    .where(eq(staffPasskey.staffId, row.id));
  const { provedAt, ...who } = row;
  const freshUntil = after(provedAt, minutes(freshFactorMinutes)).toISOString();
  return { ...who, freshUntil, passkeys: passkeys!.n };
}

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

type Request = RequestOf<typeof staffList>;
/** Our own command line lists accounts too. */
type Reader = Ctx<Manager>;

const { id, name, email, role, createdAt, lastSignInAt } = staffAccount;

/** There are tens of accounts: they are sorted. */
const listing: Listing<Request['sort']['field']> = {
  table: staffAccount,
  id,
  own: createdAt,
  columns: { name, email, role, createdAt, lastSignInAt },
  lanes: [],
};

const enabled = isNull(staffAccount.disabledAt);
const stateIs: Record<StaffState, SQL> = {
  disabled: isNotNull(staffAccount.disabledAt),
  invited: and(enabled, isNull(staffAccount.enrolledAt))!,
  active: and(enabled, isNotNull(staffAccount.enrolledAt))!,
};

const narrowing = ({ filter }: Request): Narrowing => ({
  choices: [chooseIds(id, filter.id), choose(role, filter.role && [filter.role])],
  where: and(
    filter.state && or(...filter.state.map((state) => stateIs[state])),
    holds([name, email], filter.q),
  ),
});

/**
 * A page of the accounts. Reviewers read names by id, to see who did what; they are shown nobody they do not
 * name, whatever else they ask.
 */
export async function listStaff(ctx: Reader, request: Request): Promise<Page<StaffRecord>> {
  const manages = mayManageStaff(ctx.actor);
  const asked = manages ? request : byIdOnly(request);
  const page = findPage(listing, asked, narrowing(asked));
  const rows = await ctx.db
    .select(getTableColumns(staffAccount))
    .from(staffAccount)
    .innerJoin(page.keys, page.isOn)
    .orderBy(page.order);
  return page.answer(ctx, manages ? await toStaffRecords(ctx, rows) : rows.map(nameOnly));
}

/** Any other filter or order would tell what reviewers do not see. */
const byIdOnly = (request: Request): Request => ({
  ...request,
  filter: { id: request.filter.id ?? [] },
  sort: { field: 'name', order: 'ASC' },
});

/** One account: all of it for admins, its name for reviewers. Throws `not_found`. */
export async function readStaff(ctx: Reader, id: string): Promise<StaffRecord> {
  const [row] = isId(id)
    ? await ctx.db.select().from(staffAccount).where(eq(staffAccount.id, id))
    : [];
  if (!row) throw new AppError('not_found');
  return mayManageStaff(ctx.actor) ? (await toStaffRecords(ctx, [row]))[0]! : nameOnly(row);
}

type Staff = Ctx<ActorOf<'staff'>>;

/** The acting person's live sessions, last used first. */
export const ownStaffSessions = async (ctx: Staff): Promise<StaffRecord['sessions']> =>
  (await sessionsOf(ctx, [ctx.actor.id])).get(ctx.actor.id) ?? [];

/** The acting person's passkeys, newest first. */
export const ownPasskeys = async (ctx: Staff): Promise<StaffRecord['passkeys']> =>
  (await passkeysOf(ctx, [ctx.actor.id])).get(ctx.actor.id) ?? [];

/**
 * Gives an account another role and ends its sessions. Throws `forbidden`, `step_up`, `not_found`,
 * `last_admin`, and `event_refused` for a disabled account or the role it has.
 */
export async function changeStaffRole(
  ctx: Ctx<Manager>,
  { staffId, role }: { staffId: string; role: StaffRole },
): Promise<void> {
  await requireManager(ctx, { fresh: true });
  await withTransaction(ctx, async (tx) => {
    if (role !== 'admin') await keepAnAdmin(tx, staffId);
    const account = await lockAccount(tx, staffId);
    if (account.disabledAt || account.role === role) throw new AppError('event_refused');
    await tx.db.update(staffAccount).set({ role }).where(eq(staffAccount.id, staffId));
    await endAllSessions(tx, staffId);
    await audit(tx, {
      action: 'identity.staff-role-changed',
      object: { type: 'staff', id: staffId },
      facts: { from: account.role, to: role },
    });
  });
}

type Input = { staffId: string };

/**
 * Shuts an account out at once: sessions and links end. The last admin may be shut out by our command line
 * only, for an account that was taken over. Throws `forbidden`, `not_found`, `last_admin`, `event_refused`.
 */
export async function disableStaff(ctx: Ctx<Manager>, { staffId }: Input): Promise<void> {
  await requireManager(ctx);
  await withTransaction(ctx, async (tx) => {
    if (ctx.actor.kind === 'staff') await keepAnAdmin(tx, staffId);
    const account = await lockAccount(tx, staffId);
    if (account.disabledAt) throw new AppError('event_refused');
    const disabled = { disabledAt: sqlNow };
    await tx.db.update(staffAccount).set(disabled).where(eq(staffAccount.id, staffId));
    await endInvites(tx, staffId);
    const ended = await endAllSessions(tx, staffId);
    await audit(tx, {
      action: 'identity.staff-disabled',
      object: { type: 'staff', id: staffId },
      facts: { ended },
    });
  });
}

/** Lets a disabled account sign in again with the factors it had. Throws `forbidden`, `step_up`, `not_found`, `event_refused`. */
export async function enableStaff(ctx: Ctx<Manager>, { staffId }: Input): Promise<void> {
  await requireManager(ctx, { fresh: true });
  await withTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, staffId);
    if (!account.disabledAt) throw new AppError('event_refused');
    await tx.db.update(staffAccount).set({ disabledAt: null }).where(eq(staffAccount.id, staffId));
    await audit(tx, { action: 'identity.staff-enabled', object: { type: 'staff', id: staffId } });
  });
}
