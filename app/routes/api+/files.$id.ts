import { readFileCall, removeFileCall } from '#contracts/consultation';
import { openFile, removeFile } from '#workflows';
import { api, endpoint } from '#app/http/api.server';
import { ownersOf } from '#app/http/owners.server';
import { sendFile } from '#app/http/send-file.server';

export const { loader, action } = api(
  endpoint(readFileCall, async (ctx, { params, query }, http) => {
    const owners = await ownersOf(ctx, http.request);
    return sendFile(http, await openFile(ctx, { owners, ...params, ...query }));
  }),
  endpoint(removeFileCall, async (ctx, { params }, { request }) =>
    removeFile(ctx, { owners: await ownersOf(ctx, request), ...params }),
  ),
);
