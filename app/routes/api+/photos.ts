import { uploadPhotoCall } from '#contracts/consultation';
import { addPhoto } from '#modules/consultation';
import { AppError } from '#platform/errors';
import { apiUploadBytes, readUpload } from '#platform/upload';
import { api, endpoint } from '#app/http/api.server';

export const { loader, action } = api(
  endpoint(uploadPhotoCall, async (ctx, { query }, { request }) => {
    const ids: string[] = [];
    await readUpload(request, {
      dataDir: ctx.services.env.DATA_DIR,
      maxTotalBytes: apiUploadBytes,
      onFile: async ({ field, ...file }) => {
        if (field !== 'photo') throw unknownField(field);
        ids.push((await addPhoto(ctx, { ...file, toDraft: query.draft === 'true' })).id);
      },
    });
    const [id] = ids;
    if (!id)
      throw new AppError('validation_failed', {
        fields: { photo: ['consultation.error.photo-empty'] },
      });
    return { id, ids };
  }),
);

const unknownField = (field: string): AppError =>
  new AppError('validation_failed', {
    fields: { [field.slice(0, 50)]: ['consultation.error.unknown-field'] },
  });
