import { and, arrayContains, getTableColumns, ilike, not, or, sql, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { allowedEventsOf } from '#platform/flow';
import type { Page, RequestOf } from '#platform/list';
import {
  choose,
  chooseIds,
  findPage,
  meets,
  type Listing,
  type Narrowing,
} from '#platform/list-page';
import { beginsWith, holdsByIndex } from '#platform/list-query';
import { totalCap } from '#platform/console-records';
import { applicationFlow } from '../application.flow.server';
import { readPromises } from '../calendar/promise-of.server';
import type { clinicList } from '../console-lists';
import type { ClinicRecord } from '../console-records';
import { clinic } from '../tables.server';
import { toClinicRecord } from './clinic-record';

type Request = RequestOf<typeof clinicList>;

const { registeredAt, clinicName, city, status, stage, completeAt, dueAt, decidedAt } = clinic;

const listing: Listing<Request['sort']['field']> = {
  table: clinic,
  id: clinic.id,
  own: registeredAt,
  columns: { registeredAt, clinicName, city, status, completeAt, dueAt, decidedAt },
  lanes: [
    { column: stage, chosen: 'few' },
    { column: status, sorts: [clinicName, city, completeAt, dueAt, decidedAt] },
  ],
};

const isLate = sql`(${status} = 'pending' and ${dueAt} is not null and ${dueAt} <= platform.now())`;

const waits = sql`${clinic.checksSince} is not null`;

function narrowing({ filter: { late, checks, q, ...filter } }: Request): Narrowing {
  const choices = [
    chooseIds(clinic.id, filter.id),
    choose(status, filter.status),
    choose(status, filter.stage || late ? ['pending'] : undefined),
    choose(stage, filter.stage),
  ];
  const where = and(
    checks === undefined ? undefined : checks ? waits : not(waits),
    late === undefined ? undefined : late ? isLate : not(isLate),
  );
  const search = and(
    filter.specialty ? arrayContains(clinic.specialties, [filter.specialty]) : undefined,
    filter.city ? holdsByIndex([city], filter.city) : undefined,
  );
  return q
    ? { among: holding(q, search, where, meets(choices)) }
    : {
        choices,
        search,
        span: filter.city ? { column: city, lane: status, words: filter.city } : undefined,
        where,
      };
}

const found = sql`select ${clinic.id}, ${registeredAt}, ${clinicName}, ${city}, ${status}, ${completeAt}, ${dueAt}, ${decidedAt}
  from ${clinic}`;

/**
 * As many as are counted, and one more: what so many have is found by more words. License numbers that begin with the
 * words come first and from an index that can be left after so many: those of a country all begin alike.
 */
function holding(q: string, ...conditions: Array<SQL | undefined>): SQL {
  const begins = beginsWith(clinic.licenseNumber, q);
  return sql`select * from (
    ${found} where ${and(begins, ...conditions)}
    union all ${found} where ${and(words(q), not(begins), ...conditions)}) holding
  limit ${sql.raw(String(totalCap + 1))}`;
}

/** A phone is found by its digits, however they are set apart. */
function words(q: string): SQL | undefined {
  const digits = /^[+\d\s().-]+$/.test(q) ? q.replace(/\D/g, '') : '';
  return or(
    holdsByIndex([clinic.clinicName, clinic.doctorName, clinic.licenseNumber], q),
    digits.length >= 3 ? ilike(clinic.phone, `%${digits}%`) : undefined,
  );
}

/** A page of all clinics with where their applications stand. */
export async function listClinics(
  ctx: Ctx<ActorOf<'staff'>>,
  request: Request,
): Promise<Page<ClinicRecord>> {
  const page = findPage(listing, request, narrowing(request));
  const rows = await ctx.db
    .select({ ...getTableColumns(clinic), found: page.found })
    .from(clinic)
    .innerJoin(page.keys, page.isOn)
    .orderBy(page.order);
  const ids = rows.map(({ id }) => id);
  const allowed = await allowedEventsOf(ctx, applicationFlow, ids);
  const promiseOf = await readPromises(ctx);
  return page.answer(
    ctx,
    rows.map((row) =>
      toClinicRecord(row, { allowed: allowed.get(row.id) ?? [], promise: promiseOf(row) }),
    ),
    rows[0]?.found,
  );
}
