import type { DocumentDto } from '../../dto';
import { phoneOf, type OwnerCtx } from '../../owner';
import { documentsOfPhone } from '../../document-repo.server';
import { toDocumentDto } from '../../to-dto';

/** What the acting clinic, or the verified phone, has handed in; oldest first. */
export const documentsOf = async (ctx: OwnerCtx): Promise<DocumentDto[]> =>
  (await documentsOfPhone(ctx, phoneOf(ctx))).map(toDocumentDto);
