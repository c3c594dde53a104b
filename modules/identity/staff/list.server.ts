import { and, eq, getTableColumns, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  choose,
  chooseIds,
  findPage,
  type Listing,
  type Narrowing,
} from '#platform/lists/list-page';
import { holds } from '#platform/lists/list-query';
import type { StaffRecord, StaffState } from '../staff-records';
import type { staffList } from '../staff-list';
import { staffAccount } from '../tables.server';
import { mayManageStaff, type Manager } from './policy.server';
import { nameOnly, toStaffRecords } from './to-record.server';

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
