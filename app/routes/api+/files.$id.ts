import { createReadableStreamFromReadable } from '@remix-run/node';
import { readFileCall, removeFileCall } from '#contracts/consultation';
import { openPhoto, removePhoto } from '#modules/consultation';
import { api, endpoint } from '#app/http/api.server';
import { fileHeaders } from '#app/http/file-headers.server';

export const { loader, action } = api(
  endpoint(readFileCall, async (ctx, { params, query }, { request }) => {
    const file = await openPhoto(ctx, { id: params.id, size: query.size });
    const headers = fileHeaders({ ...file, inline: true });
    if (request.method !== 'HEAD')
      return new Response(createReadableStreamFromReadable(file.body), { headers });
    file.body.destroy();
    return new Response(null, { headers });
  }),
  endpoint(removeFileCall, async (ctx, { params }) => removePhoto(ctx, params)),
);
