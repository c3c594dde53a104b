import type { TicketDetailRecord, TicketRecord } from '#contracts/support';
import { clinicNames } from '#modules/clinic-onboarding';
import { activeStaffIds, revealPatient } from '#modules/identity';
import {
  assignTicket,
  listTicketsForStaff,
  readTicketForStaff,
  revealVisitor,
  ticketForStaff,
} from '#modules/support';
import type { CtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { listWith, recordWith } from './records';

type Owned = Pick<TicketRecord, 'owner' | 'ownerId'>;

/** Records with what clinics are called; nobody else is named. */
async function named<R extends Owned>(
  ctx: CtxOf<'staff'>,
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

const whole = async <R extends Owned>(ctx: CtxOf<'staff'>, records: readonly R[]) =>
  (await named(ctx, records)).map((record) => ({ ...record, contact: null }));

/** A page of tickets with what their clinics are called. */
export const listTickets = listWith(listTicketsForStaff, named);

/** @throws AppError `not_found` */
export const ticketInConsole = recordWith(ticketForStaff, whole);

/** For somebody who looks; logged. @throws AppError `not_found` */
export const readTicketInConsole = recordWith(readTicketForStaff, whole);

/** Somebody who works here takes care of it, or nobody. @throws AppError `not_found`, `validation_failed`, `event_refused` */
export async function assignTicketTo(
  ctx: CtxOf<'staff'>,
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
  ctx: CtxOf<'staff'>,
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
