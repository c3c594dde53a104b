import createClient from 'openapi-fetch';
// `npx openapi-typescript https://<the site>/api/openapi.json --output clinic-api.d.ts`
import type { paths } from './clinic-api';

/** How a clinic's own software reads requests and offers for them. `token`: made by an owner at /clinic/tokens. */
export function clinicApi({ url, token }: { url: string; token: string }) {
  const { GET, POST } = createClient<paths>({
    baseUrl: `${url}/api`,
    headers: { Authorization: `Bearer ${token}` },
  });
  return {
    /** Requests that match the clinic, those that ask it first; 20 at most. Wants the scope `requests`. */
    async newRequests() {
      const { data, error } = await GET('/clinic/leads');
      if (error) throw new Error(`${error.code}: ${error.message}`);
      return data.data.leads;
    },

    /** Sends an offer; the same key again sends no second one. Wants the scope `offers`. */
    async offer(
      requestId: string,
      { cents, message, key }: Record<'message' | 'key', string> & { cents: number },
    ) {
      const { data, error } = await POST('/clinic/leads/{id}/offers', {
        params: { path: { id: requestId }, header: { 'Idempotency-Key': key } },
        body: { amountCents: cents, message },
      });
      if (error) throw new Error(`${error.code}: ${error.message}`);
      return data.data.offer._id;
    },
  };
}
