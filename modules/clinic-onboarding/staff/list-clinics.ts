import { and, arrayContains, ilike, not, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { allowedEventsOf } from '#platform/flow';
import type { Page, RequestOf } from '#platform/list';
import { anyOf, countOf, holds, idIn, orderOf } from '#platform/list-query';
import { applicationFlow } from '../application.flow.server';
import { readPromises } from '../calendar/promise-of.server';
import type { clinicList } from '../staff-lists';
import type { ClinicRecord } from '../staff-records';
import { clinic } from '../tables.server';
import { toClinicRecord } from './clinic-record';

type Request = RequestOf<typeof clinicList>;

const columns = {
  id: clinic.id,
  registeredAt: clinic.registeredAt,
  clinicName: clinic.clinicName,
  city: clinic.city,
  status: clinic.status,
  completeAt: clinic.completeAt,
  dueAt: clinic.dueAt,
  decidedAt: clinic.decidedAt,
} satisfies Record<Request['sort']['field'], AnyColumn>;

const isLate = sql`(${clinic.status} = 'pending' and ${clinic.dueAt} is not null and ${clinic.dueAt} <= platform.now())`;

const conditions = ({ filter }: Request): SQL | undefined =>
  and(
    idIn(clinic.id, filter.id),
    anyOf(clinic.status, filter.status),
    anyOf(clinic.stage, filter.stage),
    filter.specialty ? arrayContains(clinic.specialties, [filter.specialty]) : undefined,
    filter.city ? holds([clinic.city], filter.city) : undefined,
    filter.late === undefined ? undefined : filter.late ? isLate : not(isLate),
    words(filter.q),
  );

/** A phone is found by its digits, however they are set apart. */
function words(q: string | undefined): SQL | undefined {
  if (!q) return undefined;
  const digits = /^[+\d\s().-]+$/.test(q) ? q.replace(/\D/g, '') : '';
  return or(
    holds([clinic.clinicName, clinic.doctorName, clinic.licenseNumber], q),
    digits.length >= 3 ? ilike(clinic.phone, `%${digits}%`) : undefined,
  );
}

/** A page of all clinics with where their applications stand. */
export async function listClinics(
  ctx: Ctx<ActorOf<'staff'>>,
  request: Request,
): Promise<Page<ClinicRecord>> {
  const where = conditions(request);
  const rows = await ctx.db
    .select()
    .from(clinic)
    .where(where)
    .orderBy(...orderOf(columns, clinic.id, request.sort))
    .limit(request.limit)
    .offset(request.offset);
  const ids = rows.map(({ id }) => id);
  const allowed = await allowedEventsOf(ctx, applicationFlow, ids);
  const promiseOf = await readPromises(ctx);
  return {
    rows: rows.map((row) =>
      toClinicRecord(row, { allowed: allowed.get(row.id) ?? [], promise: promiseOf(row) }),
    ),
    total: await countOf(ctx, clinic, where),
  };
}
