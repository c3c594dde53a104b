import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import { clinicDocument } from '../../tables.server';
import { openBytes, type OpenedDocument } from './open-document';

/**
 * The bytes of any clinic's document for a member of staff, whatever the scanner says of it. The read is in the
 * audit log before the first byte leaves.
 *
 * @throws AppError `not_found`, also when the bytes were erased
 */
export async function openDocumentAsStaff(
  ctx: Ctx<ActorOf<'staff'>>,
  { id }: { id: string },
): Promise<OpenedDocument> {
  if (!isId(id)) throw new AppError('not_found');
  const [row] = await ctx.db.select().from(clinicDocument).where(eq(clinicDocument.id, id));
  if (!row || row.erased) throw new AppError('not_found');
  await audit(ctx, {
    action: 'clinic-onboarding.document-read',
    object: { type: 'document', id },
    facts: { scan: row.scan },
  });
  return openBytes(ctx, row);
}
