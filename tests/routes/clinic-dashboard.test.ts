import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { savedFilters, saveFilter } from '#modules/exchange';
import { approveLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import { newId } from '#platform/base/ids';
import { signedInPatient } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { signedInClinic, type ClinicState, type SignedInClinic } from '../kit/clinics';
import { startTestServer, type TestServer } from '../kit/http';
import { countRoundTrips } from '../kit/round-trips';

let server: TestServer;
let clinic: SignedInClinic;
beforeAll(async () => {
  server = await startTestServer();
  clinic = await signedInClinic(server.ctx());
  for (const subTreatment of ['Root Canal', 'Dental Crown'] as const) {
    const { ctx } = await signedInPatient(server.ctx());
    const { _id: leadId } = await submitted(ctx, { subTreatment });
    await approveLead(server.ctx(system('test')), { leadId });
  }
});
afterAll(() => server?.close());

const get = (path: string, { token } = clinic) =>
  server.request(path, { headers: { Cookie: `clinic=${token}`, Accept: 'text/html' } });
const post = (fields: Record<string, string>, { token } = clinic, query = '') =>
  server.request(`/clinic/dashboard${query}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      Cookie: `clinic=${token}`,
      Accept: 'text/html',
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields),
  });

describe('the dashboard', () => {
  it('is narrowed by its address as a form without a script sends it, empty fields included', async () => {
    const empty = 'date=&treatment=&location=&priority=&budget=';
    const both = await (await get(`/clinic/dashboard?q=&${empty}`)).text();
    expect(both.match(/>View &amp; Bid</g)).toHaveLength(2);
    const one = await (await get(`/clinic/dashboard?q=crown&${empty}`)).text();
    expect(one.match(/>View &amp; Bid</g)).toHaveLength(1);
    const form = /<form[^>]*id="filter-form"[^>]*>/.exec(one)?.[0];
    expect(form).toContain('method="get"');
    expect(form).toContain('action="/clinic/dashboard"');
    expect(one).toContain('value="crown"');
    const none = await (await get('/clinic/dashboard?priority=low')).text();
    expect(none).toContain('No request fits these filters');
    // What nobody offers narrows nothing.
    const odd = await (await get('/clinic/dashboard?priority=urgent&date=tomorrow&tab=x')).text();
    expect(odd.match(/>View &amp; Bid</g)).toHaveLength(2);
  });

  it('keeps a filter under a name, changes and forgets it, without a script', async () => {
    const fields = { name: ' Crowns ', 'query.q': 'crown', 'query.sort': 'x', mails: 'on' };
    const saved = await post({ intent: 'save-filter', ...fields }, clinic, '?q=crown');
    expect(saved.status).toBe(302);
    expect(saved.headers.get('Location')).toBe('/clinic/dashboard?q=crown');
    const [filter] = await savedFilters(clinic.ctx);
    expect(filter).toMatchObject({ name: 'Crowns', query: { q: 'crown' }, mails: true });
    expect(await (await get('/clinic/dashboard')).text()).toMatch(
      /href="\/clinic\/dashboard\?q=crown"[^>]*>Crowns<\/a>/,
    );
    const filterId = filter!.id;
    await post({ intent: 'change-filter', filterId, name: 'Mine' });
    expect((await savedFilters(clinic.ctx))[0]).toMatchObject({ name: 'Mine', mails: false });
    await saveFilter(clinic.ctx, { name: 'Other', query: {}, mails: false });
    const taken = await post({ intent: 'change-filter', filterId, name: 'other' });
    expect(taken.status).toBe(409);
    expect(await taken.text()).toContain('under this name already');
    const nameless = await post({ intent: 'save-filter', name: ' ', 'query.q': 'x' });
    expect(nameless.status).toBe(422);
    const other = await signedInClinic(server.ctx());
    for (const intent of ['change-filter', 'remove-filter'])
      for (const id of [filterId, newId()])
        expect((await post({ intent, filterId: id, name: 'x' }, other)).status).toBe(404);
    expect((await post({ intent: 'remove-filter', filterId })).status).toBe(302);
    expect((await savedFilters(clinic.ctx)).map(({ name }) => name)).toEqual(['Other']);
  });

  it.each<ClinicState>(['pending', 'rejected', 'suspended'])(
    'keeps nothing for a clinic that is %s',
    async (state) => {
      const shut = await signedInClinic(server.ctx(), { state });
      const fields = { intent: 'save-filter', name: 'x', 'query.q': 'y' };
      const answer = await post(fields, shut);
      expect(answer.headers.get('Location') ?? '').not.toContain('/clinic/dashboard');
      expect(await savedFilters(shut.ctx)).toEqual([]);
    },
  );

  it('asks the database little', async () => {
    await get('/clinic/dashboard');
    const { result, statements, unprepared } = await countRoundTrips(() =>
      get('/clinic/dashboard'),
    );
    expect(result.status).toBe(200);
    // Seven for the list, one for what patients see of the clinic; and what the bell of the frame counts.
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(9);
    expect(unprepared).toEqual([]);
  });
});
