import { attachmentField, type OwnAttachmentDto } from '#contracts/attachments';
import { addAttachment, type AttachmentOwner } from '#modules/attachments';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { apiUploadBytes, formUploadBytes, readUpload } from '#platform/files/upload';

interface Received {
  /** In the order they came. */
  readonly attachments: OwnAttachmentDto[];
  /** The text fields beside them. */
  readonly form: FormData;
}

/**
 * Reads a multipart request with files for an offer or a message as it arrives; they belong to nothing until something
 * claims them. `isForm`: a whole form sent without a script, which may be larger.
 *
 * @throws AppError as `readUpload` and `addAttachment`; `validation_failed` for a file in another field
 */
export async function receiveAttachments(
  ctx: Ctx<AttachmentOwner>,
  request: Request,
  { isForm = false }: { isForm?: boolean } = {},
): Promise<Received> {
  const attachments: OwnAttachmentDto[] = [];
  const form = await readUpload(request, {
    dataDir: ctx.services.env.DATA_DIR,
    maxTotalBytes: isForm ? formUploadBytes : apiUploadBytes,
    onFile: async ({ field, ...file }) => {
      if (field !== attachmentField)
        throw new AppError('validation_failed', {
          fields: { [field.slice(0, 50)]: ['error.unknown_field'] },
        });
      attachments.push(await addAttachment(ctx, file));
    },
  });
  return { attachments, form };
}
