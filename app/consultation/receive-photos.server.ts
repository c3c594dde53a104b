import { addPhoto } from '#modules/consultation';
import { AppError } from '#platform/base/errors';
import { apiUploadBytes, readUpload } from '#platform/files/upload';

/**
 * Reads a multipart request with photos as it arrives; their ids in the order they came.
 *
 * @throws AppError as `readUpload` and `addPhoto`; `validation_failed` for another field and without a file
 */
export async function receivePhotos(
  ctx: Parameters<typeof addPhoto>[0],
  request: Request,
  { toDraft }: { toDraft: boolean },
): Promise<[string, ...string[]]> {
  const ids: string[] = [];
  await readUpload(request, {
    dataDir: ctx.services.env.DATA_DIR,
    maxTotalBytes: apiUploadBytes,
    onFile: async ({ field, ...file }) => {
      if (field !== 'photo') throw refused(field.slice(0, 50), 'consultation.error.unknown-field');
      ids.push((await addPhoto(ctx, { ...file, toDraft })).id);
    },
  });
  const [first, ...rest] = ids;
  if (!first) throw refused('photo', 'consultation.error.photo-empty');
  return [first, ...rest];
}

const refused = (field: string, message: string): AppError =>
  new AppError('validation_failed', { fields: { [field]: [message] } });
