import { and, eq, isNotNull, isNull, or, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import type { Page, RequestOf } from '#platform/list';
import { countOf, holds, idIn, orderOf } from '#platform/list-query';
import type { StaffRecord, StaffState } from '../staff-records';
import type { staffList } from '../staff-list';
import { staffAccount } from '../tables.server';
import { mayManageStaff, type Manager } from './policy.server';
import { nameOnly, toStaffRecords } from './to-record.server';

type Request = RequestOf<typeof staffList>;
/** Our own command line lists accounts too. */
type Reader = Ctx<Manager>;

const columns = {
  id: staffAccount.id,
  name: staffAccount.name,
  email: staffAccount.email,
  role: staffAccount.role,
  createdAt: staffAccount.createdAt,
  lastSignInAt: staffAccount.lastSignInAt,
} satisfies Record<Request['sort']['field'], AnyColumn>;

const enabled = isNull(staffAccount.disabledAt);
const stateIs: Record<StaffState, SQL> = {
  disabled: isNotNull(staffAccount.disabledAt),
  invited: and(enabled, isNull(staffAccount.enrolledAt))!,
  active: and(enabled, isNotNull(staffAccount.enrolledAt))!,
};

const conditions = ({ filter }: Request): SQL | undefined =>
  and(
    idIn(staffAccount.id, filter.id),
    filter.role && eq(staffAccount.role, filter.role),
    filter.state && or(...filter.state.map((state) => stateIs[state])),
    holds([staffAccount.name, staffAccount.email], filter.q),
  );

/**
 * A page of the accounts. Reviewers read names by id, to see who did what; they are shown nobody they do not
 * name, whatever else they ask.
 */
export async function listStaff(ctx: Reader, request: Request): Promise<Page<StaffRecord>> {
  const manages = mayManageStaff(ctx.actor);
  const asked = manages ? request : byIdOnly(request);
  const where = conditions(asked);
  const rows = await ctx.db
    .select()
    .from(staffAccount)
    .where(where)
    .orderBy(...orderOf(columns, staffAccount.id, asked.sort))
    .limit(asked.limit)
    .offset(asked.offset);
  const total = await countOf(ctx, staffAccount, where);
  return { rows: manages ? await toStaffRecords(ctx, rows) : rows.map(nameOnly), total };
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
