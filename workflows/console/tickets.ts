import type { TicketDetailRecord, ticketList, TicketRecord } from '#contracts/support';
import { clinicNames } from '#modules/clinic-onboarding';
import { activeStaffIds, revealPatient } from '#modules/identity';
import {
  assignTicket,
  listTicketsForStaff,
  readTicketForStaff,
  revealVisitor,
  ticketForStaff,
} from '#modules/support';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { Page, RequestOf } from '#platform/lists/list';

type Staff = Ctx<ActorOf<'staff'>>;
type Owned = Pick<TicketRecord, 'owner' | 'ownerId'>;

/** Records with what clinics are called; nobody else is named. */
async function named<R extends Owned>(
  ctx: Staff,
  records: readonly R[],
): Promise<Array<R & { clinicName: string | null }>> {
  const ids = records.flatMap(({ owner, ownerId }) =>
    owner === 'clinic' && ownerId !== null ? [ownerId] : [],
  );
  const names = await clinicNames(ctx, [...new Set(ids)]);
  return records.map((record) => ({
    ...record,
    clinicName: record.owner === 'clinic' ? (names.get(record.ownerId ?? '') ?? null) : null,
  }));
}

const whole = async <R extends Owned>(ctx: Staff, record: R) => ({
  ...(await named(ctx, [record]))[0]!,
  contact: null,
});

/** A page of tickets with what their clinics are called. */
export async function listTickets(
  ctx: Staff,
  request: RequestOf<typeof ticketList>,
): Promise<Page<TicketRecord>> {
  const { rows, total } = await listTicketsForStaff(ctx, request);
  return { rows: await named(ctx, rows), total };
}

/** @throws AppError `not_found` */
export const ticketInConsole = async (ctx: Staff, id: string): Promise<TicketDetailRecord> =>
  whole(ctx, await ticketForStaff(ctx, id));

/** For somebody who looks; logged. @throws AppError `not_found` */
export const readTicketInConsole = async (ctx: Staff, id: string): Promise<TicketDetailRecord> =>
  whole(ctx, await readTicketForStaff(ctx, id));

/** Somebody who works here takes care of it, or nobody. @throws AppError `not_found`, `validation_failed`, `event_refused` */
export async function assignTicketTo(
  ctx: Staff,
  { ticketId, staffId }: { ticketId: string; staffId: string | null },
): Promise<void> {
  if (staffId !== null && !(await activeStaffIds(ctx)).includes(staffId))
    throw new AppError('validation_failed', { fields: { staffId: ['error.invalid_value'] } });
  await assignTicket(ctx, { ticketId, staffId });
}

/**
 * With how the person behind a ticket is reached, for a typed reason; logged. A clinic's details are on its own page.
 *
 * @throws AppError `not_found`, `event_refused` for a clinic's ticket
 */
export async function revealTicketOwner(
  ctx: Staff,
  { ticketId, reason }: { ticketId: string; reason: string },
): Promise<TicketDetailRecord> {
  const record = await ticketInConsole(ctx, ticketId);
  if (record.owner !== 'patient')
    return { ...record, contact: await revealVisitor(ctx, { ticketId, reason }) };
  const { fullName, email, phoneNumber } = await revealPatient(ctx, {
    patientId: record.ownerId ?? '',
    reason,
  });
  return { ...record, contact: { name: fullName ?? '', email: email ?? '', phoneNumber } };
}
