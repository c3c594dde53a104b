import { openPhotoAsStaff } from '#modules/consultation';
import { requireNotesAccess } from '#modules/leads';
import type { CtxOf } from '#platform/context';

/**
 * The bytes of a photo for a member of staff who may read the notes of its request now; logged.
 *
 * @throws AppError `not_found`, `forbidden`
 */
export async function openLeadPhoto(
  ctx: CtxOf<'staff'>,
  input: Parameters<typeof openPhotoAsStaff>[1],
): ReturnType<typeof openPhotoAsStaff> {
  await requireNotesAccess(ctx, input);
  return openPhotoAsStaff(ctx, input);
}
