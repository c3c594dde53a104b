import { transaction } from '#platform/context';
import { isAppError } from '#platform/errors';
import type { DocumentDto } from '../../dto';
import type { DocumentKind } from '../../status';
import { phoneOf, type OwnerCtx } from '../../owner';
import { findDocument } from '../../document-repo.server';
import { toDocumentDto } from '../../to-dto';
import { dropDocuments } from './drop-documents';
import { keepDocuments } from './keep-documents';
import { stashDocument, type ClaimedDocument } from './stash-document';

/**
 * Takes one document of the acting clinic, or of the verified phone that will register one. `type` is the media type
 * that the sender declares, empty when it says nothing.
 *
 * @throws AppError as `stashDocument` and `keepDocuments`. Nothing stays behind then.
 */
export async function addDocument(
  ctx: OwnerCtx,
  { kind, ...file }: ClaimedDocument & { readonly kind: DocumentKind },
): Promise<DocumentDto> {
  const stashed = await stashDocument(ctx, file);
  try {
    return await transaction(ctx, async (tx) => {
      const [id] = await keepDocuments(tx, { kind, files: [stashed] });
      return toDocumentDto((await findDocument(tx, phoneOf(ctx), id!))!);
    });
  } catch (error) {
    // A connection lost during COMMIT may have left a row that points at the file: then the sweep decides.
    if (isAppError(error)) await dropDocuments(ctx, [stashed]);
    throw error;
  }
}
