import { readPhotoAsStaffCall } from '#contracts/consultation';
import { openLeadPhoto } from '#workflows';
import { api, endpoint } from '#app/http/api.server';
import { sendFile } from '#app/http/send-file.server';

export const { loader, action } = api(
  endpoint(readPhotoAsStaffCall, async (ctx, { params, query }, http) => {
    const { id: leadId, photoId: id } = params;
    const file = await openLeadPhoto(ctx, { leadId, id, ...query });
    return sendFile(http, { ...file, inline: true });
  }),
);
