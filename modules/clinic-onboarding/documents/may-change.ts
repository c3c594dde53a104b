import { AppError } from '#platform/errors';
import type { DocumentKind } from '../status';
import type { clinicOfPhone, DocumentRow } from '../document-repo.server';

type KnownClinic = Awaited<ReturnType<typeof clinicOfPhone>>;

/** Before registration, while an application is pending, and to mend a rejected one. */
const open = (clinic: KnownClinic): boolean =>
  clinic === null || clinic.status === 'pending' || clinic.status === 'rejected';

/**
 * Once the application is decided what staff judged by stays; what nobody has judged yet may go.
 *
 * @throws AppError `event_refused`
 */
export function requireMayRemove(
  clinic: KnownClinic,
  { review }: Pick<DocumentRow, 'review'>,
): void {
  if (!open(clinic) && review !== 'waiting') throw new AppError('event_refused');
}

/** Files of one kind of an approved clinic that may wait for their check at a time. */
const mostWaiting = 5;

/**
 * An approved clinic may hand in something newer of every kind, and what staff ask for anew; everybody else whose
 * application is decided only the latter.
 *
 * @throws AppError `event_refused`
 */
export function requireMayAdd(
  clinic: KnownClinic,
  { kind, count, present }: { kind: DocumentKind; count: number; present: readonly DocumentRow[] },
): void {
  if (open(clinic)) return;
  const ofKind = (review: DocumentRow['review']): number =>
    present.filter((row) => row.kind === kind && row.review === review).length;
  const room = clinic?.status === 'approved' ? Math.max(0, mostWaiting - ofKind('waiting')) : 0;
  if (count > Math.max(ofKind('asked-again'), room)) throw new AppError('event_refused');
}
