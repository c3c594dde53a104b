import { json } from '@remix-run/node';
import { api, endpoint } from '#app/http/api.server';
import { calls } from '#app/http/calls';
import { openapiDocument } from '#app/http/openapi.server';
import { openapiCall } from '#app/http/platform-calls';
import { text } from '#app/i18n/server';

export const { loader, action } = api(
  endpoint(openapiCall, () =>
    Promise.resolve(json(openapiDocument(calls, { title: text('common.brand') }))),
  ),
);
