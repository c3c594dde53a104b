import { json } from '@remix-run/node';
import type { Call } from '#platform/base/call';
import { defaultLocale } from '#platform/base/locale';
import { homeEndpoints } from '#app/admin-api/home.server';
import { resourceEndpoints } from '#app/admin-api/resources/index.server';
import { endpoint, type Endpoint } from '#app/http/api.server';
import { openapiDocument } from '#app/http/openapi.server';
import { openapiCall } from '#app/http/platform-calls';
import { textIn } from '#app/i18n/server';
import { accountEndpoints } from './accounts.server';
import { clinicEndpoints } from './clinics.server';
import { conversationEndpoints } from './conversations.server';
import { dealEndpoints } from './deals.server';
import { eventsEndpoint } from './events.server';
import { offerEndpoints } from './offers.server';
import { leavingEndpoints } from './leaving.server';
import { noticeEndpoints } from './notices.server';
import { requestEndpoints } from './requests.server';
import { staffEndpoints } from './staff.server';
import { supportEndpoints } from './support.server';

const description = endpoint(openapiCall, () =>
  Promise.resolve(json(openapiDocument(calls, { title: textIn(defaultLocale)('common.brand') }))),
);

/**
 * Every call of the API with what answers it: one Remix route answers from it, and the methods of an address, the
 * limits of its edge, `/api/openapi.json`, the page about the calls and the access matrix are read off it.
 */
export const table: readonly Endpoint[] = [
  description,
  eventsEndpoint,
  ...accountEndpoints,
  ...requestEndpoints,
  ...clinicEndpoints,
  ...dealEndpoints,
  ...conversationEndpoints,
  ...offerEndpoints,
  ...noticeEndpoints,
  ...supportEndpoints,
  ...leavingEndpoints,
  ...staffEndpoints,
  ...homeEndpoints,
  ...resourceEndpoints,
];

export const calls: readonly Call[] = table.map(({ call }) => call);
