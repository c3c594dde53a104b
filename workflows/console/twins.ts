import type { FindingRecord } from '#contracts/twins';
import { clinicNames } from '#modules/clinic-onboarding';
import { findingForStaff, listFindings as listOwn, readFinding as readOwn } from '#modules/twins';
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
