import { AppError } from '#platform/errors';
import type { DocumentKind } from '../status';
import type { clinicOfPhone, DocumentRow } from '../document-repo.server';

type KnownClinic = Awaited<ReturnType<typeof clinicOfPhone>>;

/** Before registration, while an application is pending, and to mend a rejected one. */
const open = (clinic: KnownClinic): boolean =>
  clinic === null || clinic.status === 'pending' || clinic.status === 'rejected';

/** @throws AppError `event_refused` once the application is decided: what staff judged by stays. */
export function requireMayRemove(clinic: KnownClinic): void {
  if (!open(clinic)) throw new AppError('event_refused');
}

/**
 * Afterwards only for what staff ask for anew.
 *
 * @throws AppError `event_refused`
 */
export function requireMayAdd(
  clinic: KnownClinic,
  { kind, count, present }: { kind: DocumentKind; count: number; present: readonly DocumentRow[] },
): void {
  if (open(clinic)) return;
  const asked = present.filter((row) => row.kind === kind && row.review === 'asked-again');
  if (count > asked.length) throw new AppError('event_refused');
}
