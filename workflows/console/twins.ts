import type { FindingRecord } from '#contracts/twins';
import { clinicNames } from '#modules/clinic-onboarding';
import { openPhotoAsStaff } from '#modules/consultation';
import {
  findingForStaff,
  listFindings as listOwn,
  readFinding as readOwn,
  requirePhotoAccess,
} from '#modules/twins';
import type { CtxOf } from '#platform/context';
import { listWith, recordWith } from './records';

/** Findings with what their clinics are called. */
async function withNames(
  ctx: CtxOf<'staff'>,
  records: readonly FindingRecord[],
): Promise<FindingRecord[]> {
  const ids = records.flatMap(({ sides }) => sides.flatMap(({ clinicId }) => clinicId ?? []));
  const names = await clinicNames(ctx, [...new Set(ids)]);
  const named = (side: FindingRecord['sides'][number]) => ({
    ...side,
    name: side.clinicId ? (names.get(side.clinicId) ?? null) : null,
  });
  return records.map(({ sides: [a, b], ...record }) => ({
    ...record,
    sides: [named(a), named(b)],
  }));
}

/** A page of findings with what their clinics are called. */
export const listFindings = listWith(listOwn, withNames);

/** @throws AppError `not_found` */
export const findingWithClinics = recordWith(findingForStaff, withNames);

/** For a reader; logged. @throws AppError `not_found` */
export const readFinding = recordWith(readOwn, withNames);

/**
 * The bytes of the patient's photo of a finding, for whoever gave a reason to see it within the hour, whatever the request
 * of the photo is at; logged.
 *
 * @throws AppError `not_found`, `forbidden`
 */
export const openFoundPhoto = async (
  ctx: CtxOf<'staff'>,
  { findingId, size }: { findingId: string } & Pick<Parameters<typeof openPhotoAsStaff>[1], 'size'>,
): ReturnType<typeof openPhotoAsStaff> =>
  openPhotoAsStaff(ctx, { ...(await requirePhotoAccess(ctx, findingId)), size });
