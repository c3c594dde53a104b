import { asc, desc, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { allowedEventsOf } from '#platform/flow';
import { detached } from '../detached';
import { applicationFlow } from '../application.flow.server';
import { readPromises } from '../calendar/promise-of.server';
import { unacceptedKinds } from '../evidence';
import { picturesOf } from '../pictures/store.server';
import { waitingChanges } from '../points/repo.server';
import { profileOf } from '../profile/profile-row.server';
import { documentsOf, findClinic, type ClinicRow, type DocumentRow } from '../repo.server';
import { noteOpened } from '../sights.server';
import type { ClinicDetailRecord } from '../console-records';
import { applicationActivity, clinicNote } from '../tables.server';
import { today } from '../today.server';
import { isVerified, verificationsOf } from '../verifications/verification';
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
  const promise = (await readPromises(ctx))(row);
  const record = toClinicRecord(row, { allowed: allowed.get(id) ?? [], promise });
  const shown = await publicSideOf(ctx, row, documents);
  return {
    ...record,
    ...shown,
    allowedEvents: [...record.allowedEvents, ...checkEvents(shown)],
    phoneNumber: row.phone === detached(id) ? null : row.phone,
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

/** What of a clinic everybody may come to see, with what of it waits for a check. */
async function publicSideOf(ctx: Staff, row: ClinicRow, documents: readonly DocumentRow[]) {
  const { slug, listed } = row;
  const { doctors, languages, currency, billing } = await profileOf(ctx, row.id);
  const verifications = verificationsOf(documents, await today(ctx));
  const changes = await waitingChanges(ctx, row.id);
  const pictures = await picturesOf(ctx, row.id);
  return {
    ...{ slug, listed, languages: [...languages], currency, billing, doctors: [...doctors] },
    mayOffer: row.status === 'approved' && isVerified(verifications),
    verifications: verifications.map(({ checkedAt, ...rest }) => ({
      ...rest,
      checkedAt: checkedAt.toISOString(),
    })),
    changes: changes.map(({ id, point, value, askedAt }) => ({
      ...{ id, point, value },
      askedAt: askedAt.toISOString(),
    })),
    pictures: pictures.map(
      ({ id, review, reason, doctorName, reviewedBy, reviewedAt, ...rest }) => ({
        ...{ id, review, reason, doctorName, reviewedBy, width: rest.width, height: rest.height },
        reviewedAt: reviewedAt?.toISOString() ?? null,
        createdAt: rest.createdAt.toISOString(),
      }),
    ),
  };
}

const checkEvents = ({
  changes,
  pictures,
}: Pick<ClinicDetailRecord, 'changes' | 'pictures'>): string[] => [
  ...(changes.length > 0 ? ['accept-change', 'refuse-change'] : []),
  ...(pictures.some(({ review }) => review !== 'shown') ? ['accept-picture'] : []),
  ...(pictures.some(({ review }) => review !== 'refused') ? ['refuse-picture'] : []),
];

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
