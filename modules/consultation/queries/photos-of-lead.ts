import { asc, eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import type { PhotoDto } from '../dto';
import { photo } from '../tables.server';

/** The photos of a lead, in the order they were taken in. Whoever asks has decided who may see the lead. */
export const photosOfLead = (ctx: Ctx, { leadId }: { leadId: string }): Promise<PhotoDto[]> =>
  ctx.db
    .select({ id: photo.id, name: photo.name, width: photo.width, height: photo.height })
    .from(photo)
    .where(eq(photo.leadId, leadId))
    .orderBy(asc(photo.createdAt), asc(photo.id));
