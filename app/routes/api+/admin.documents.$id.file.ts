import { readDocumentCall } from '#contracts/clinic-onboarding';
import { openDocumentAsStaff } from '#modules/clinic-onboarding';
import { api, endpoint } from '#app/http/api.server';
import { sendFile } from '#app/http/send-file.server';

export const { loader, action } = api(
  endpoint(readDocumentCall, async (ctx, { params }, http) =>
    sendFile(http, await openDocumentAsStaff(ctx, params)),
  ),
);
