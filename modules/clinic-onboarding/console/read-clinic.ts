import { asc, desc, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { allowedEventsOf } from '#platform/flow';
import { applicationFlow } from '../application.flow.server';
import { readPromises } from '../calendar/promise-of.server';
import { unacceptedKinds } from '../evidence';
import { documentsOf, findClinic, type ClinicRow, type DocumentRow } from '../repo.server';
import { noteOpened } from '../sights.server';
import type { ClinicDetailRecord } from '../console-records';
import { applicationActivity, clinicNote } from '../tables.server';
import { applicationVersion } from '../versions.server';
import { toClinicRecord } from './clinic-record';

type Staff = Ctx<ActorOf<'staff'>>;

/**
 * One clinic as it stands, with notes of the review team and its history.
 *
 * @throws AppError `not_found`
 */
export async function clinicForStaff(ctx: Staff, id: string): Promise<ClinicDetailRecord> {
  const row = await findClinic(ctx, id);
  if (!row) throw new AppError('not_found');
  return recordOf(ctx, row, await documentsOf(ctx, id));
}

async function recordOf(
  ctx: Staff,
  row: ClinicRow,
  documents: readonly DocumentRow[],
): Promise<ClinicDetailRecord> {
  const { id } = row;
  const allowed = await allowedEventsOf(ctx, applicationFlow, [id]);
  return {
    ...toClinicRecord(row, {
      allowed: allowed.get(id) ?? [],
      promise: (await readPromises(ctx))(row),
    }),
    phoneNumber: row.phone,
    email: row.email,
    address: row.address,
    website: row.website,
    experience: row.experience,
    description: row.description,
    reason: row.reason,
    version: applicationVersion(row, documents),
    unaccepted: unacceptedKinds(documents),
    notes: await notesOf(ctx, id),
    history: await historyOf(ctx, id),
  };
}

/**
 * As {@link clinicForStaff} for somebody who looks at it: logged before it is answered, and kept as what this person was
 * shown.
 *
 * @throws AppError `not_found`
 */
export async function readClinicForStaff(ctx: Staff, id: string): Promise<ClinicDetailRecord> {
  const row = await findClinic(ctx, id);
  if (!row) throw new AppError('not_found');
  const documents = await documentsOf(ctx, id);
  const record = await recordOf(ctx, row, documents);
  await noteOpened(ctx, row, documents);
  await audit(ctx, {
    action: 'clinic-onboarding.application-read',
    object: { type: 'clinic', id: record.id },
    facts: { status: record.status },
  });
  return record;
}

/** Newest first. */
async function notesOf(ctx: Staff, clinicId: string): Promise<ClinicDetailRecord['notes']> {
  const { id, staffId, text, at } = clinicNote;
  const rows = await ctx.db
    .select({ id, staffId, text, at })
    .from(clinicNote)
    .where(eq(clinicNote.clinicId, clinicId))
    .orderBy(desc(at), desc(id));
  return rows.map((note) => ({ ...note, at: note.at.toISOString() }));
}

/** Oldest first. */
async function historyOf(ctx: Staff, clinicId: string): Promise<ClinicDetailRecord['history']> {
  const { id, kind, at, actor, facts } = applicationActivity;
  const rows = await ctx.db
    .select({ id, kind, at, actor, facts })
    .from(applicationActivity)
    .where(eq(applicationActivity.clinicId, clinicId))
    .orderBy(asc(id));
  return rows.map((entry) => ({ ...entry, at: entry.at.toISOString() }));
}
