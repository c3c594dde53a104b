import { and, eq, isNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { isId } from '#platform/ids';
import { clinic, clinicPicture } from '../tables.server';
import type { PictureSize } from './sizes';
import { openSize, type OpenedPicture } from './store.server';

interface Which {
  readonly id: string;
  readonly size: PictureSize;
}

const present = (id: string) => and(eq(clinicPicture.id, id), isNull(clinicPicture.removedAt));

/**
 * The bytes of a picture of the acting clinic, shown or not.
 *
 * @throws AppError `not_found`, the same for one of another clinic and for none
 */
export async function openOwnPicture(
  ctx: Ctx<ActorOf<'clinic'>>,
  { id, size }: Which,
): Promise<OpenedPicture> {
  const [row] = isId(id)
    ? await ctx.db
        .select()
        .from(clinicPicture)
        .where(and(present(id), eq(clinicPicture.clinicId, ctx.actor.id)))
    : [];
  return openSize(ctx, row, size);
}

/**
 * The bytes of a picture that patients see: of an approved clinic, and shown by staff.
 *
 * @throws AppError `not_found`
 */
export async function openPublicPicture(ctx: Ctx, { id, size }: Which): Promise<OpenedPicture> {
  const [row] = isId(id)
    ? await ctx.db
        .select({ id: clinicPicture.id, storageKey: clinicPicture.storageKey })
        .from(clinicPicture)
        .innerJoin(clinic, eq(clinic.id, clinicPicture.clinicId))
        .where(and(present(id), eq(clinicPicture.review, 'shown'), eq(clinic.status, 'approved')))
    : [];
  return openSize(ctx, row, size);
}

/** The bytes of any picture that was not removed, for the review team. @throws AppError `not_found` */
export async function openPictureAsStaff(
  ctx: Ctx<ActorOf<'staff'>>,
  { id, size }: Which,
): Promise<OpenedPicture> {
  const [row] = isId(id) ? await ctx.db.select().from(clinicPicture).where(present(id)) : [];
  return openSize(ctx, row, size);
}
