import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyFields } from '#contracts/consultation';
import { putDraft } from '#modules/consultation';
import { approveLead, leadFlow, sendLeadBack } from '#modules/leads';
import { system } from '#platform/base/actor';
import { hours } from '#platform/base/duration';
import { signedInPatient } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { runDueTimers } from '#engine/testing';
import { browse as browseServer } from '../kit/browse';
import { resetClock } from '../kit/clock';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const newPatient = () => signedInPatient(server.ctx());
const browse = (token: string | null) => browseServer(server, token);
const asSystem = () => server.ctx(system('test'));

describe('the four choices after 48 hours', () => {
  const unanswered = async (fields: Parameters<typeof submitted>[1] = {}) => {
    const person = await newPatient();
    const { _id } = await submitted(person.ctx, fields);
    await approveLead(asSystem(), { leadId: _id });
    await runDueTimers(server.services, { flows: [leadFlow] }, new Date(Date.now() + hours(48.1)));
    await resetClock(server.services);
    return { page: browse(person.token), path: `/request-detail/${_id}`, person };
  };

  it('are all there, each with what it would do', async () => {
    const { page, path } = await unanswered();
    const { words, html } = await page(path);
    for (const choice of ['Leave it open', 'All cities now', 'Change the request', 'Cancel this'])
      expect(words).toContain(choice);
    expect(words).toContain('it would say Istanbul, Ankara, Antalya');
    expect(html).toContain(`href="${path}/change"`);
    expect(html).toContain(`href="${path}/cancel"`);
  });

  it('open the request to all cities, without JavaScript, once', async () => {
    const { page, path } = await unanswered();
    const answer = () => page(`${path}?index`, { intent: 'open-cities' });
    expect((await answer()).to).toBe(path);
    const { words } = await page(path);
    expect(words).toContain('Cities Istanbul, Ankara, Antalya');
    expect(words).not.toContain('No clinic has answered yet');
    const again = await answer();
    expect(again.status).toBe(409);
  });

  it('offer no more cities for a request that names none', async () => {
    const { page, path } = await unanswered({ locations: [] });
    expect((await page(path)).words).toContain('Leave it open');
    expect((await page(path)).words).not.toContain('All cities now');
    expect((await page(`${path}?index`, { intent: 'open-cities' })).status).toBe(409);
  });

  it('change the request in the wizard, without JavaScript', async () => {
    const { page, path } = await unanswered({ description: 'It hurts on the left.' });
    const asked = await page(`${path}/change`);
    expect(asked.words).toContain('This request is cancelled.');
    expect(asked.words).not.toContain('You have begun another request');
    const done = await page(`${path}/change`, { intent: 'change' });
    expect([done.status, done.to]).toEqual([302, '/consultation/summary']);
    const summary = await page(done.to!);
    expect(summary.words).toContain('It hurts on the left.');
    expect(summary.words).toContain('Root Canal');
    expect((await page(path)).words).toContain('You cancelled the request');
    expect((await page(`${path}/change`)).to).toBe(path);
  });

  it('ask before another request that was begun is thrown away', async () => {
    const { page, path, person } = await unanswered();
    const fields = { ...emptyFields, category: 'hair' as const };
    await putDraft(person.ctx, { expectedVersion: 0, step: 2, fields });
    const refused = await page(`${path}/change`, { intent: 'change' });
    expect(refused.status).toBe(409);
    expect(refused.words).toContain('You have begun another request');
    expect((await page(path)).words).toContain('No clinic has answered yet');
    expect(refused.html).toContain('name="replaceDraft"');
    const done = await page(`${path}/change`, { intent: 'change', replaceDraft: 'on' });
    expect(done.to).toBe('/consultation/summary');
  });

  it('are nobody else’s', async () => {
    const { path } = await unanswered();
    const other = browse((await newPatient()).token);
    expect((await other(`${path}?index`, { intent: 'open-cities' })).status).toBe(404);
    expect((await other(`${path}/change`)).status).toBe(404);
    expect((await other(`${path}/change`, { intent: 'change' })).status).toBe(404);
    const signedOut = await browse(null)(`${path}/change`);
    expect(signedOut.to).toContain('/login');
  });
});

describe('POST /api/leads/{id}/all-cities and /change', () => {
  const sent = async () => {
    const person = await newPatient();
    const { _id } = await submitted(person.ctx);
    const call = async (path: string, body: object) => {
      const answer = await server.request(`/api/leads/${_id}/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: `patient=${person.token}` },
        body: JSON.stringify(body),
      });
      const { code, data } = (await answer.json()) as { code?: string; data?: unknown };
      return { status: answer.status, code, data };
    };
    return { person, call };
  };

  it('answer 409 while nobody asked', async () => {
    const { call } = await sent();
    expect(await call('all-cities', {})).toMatchObject({ status: 409, code: 'event_refused' });
  });

  it('answer with the draft, and 409 while another one was begun', async () => {
    const { person, call } = await sent();
    const fields = { ...emptyFields, category: 'hair' as const };
    await putDraft(person.ctx, { expectedVersion: 0, step: 2, fields });
    expect(await call('change', {})).toMatchObject({ status: 409, code: 'draft_exists' });
    expect(await call('change', { replaceDraft: true })).toMatchObject({
      status: 200,
      data: { draft: { step: 7, fields: { category: 'dental' } } },
    });
    expect(await call('change', {})).toMatchObject({ status: 409, code: 'event_refused' });
  });
});

describe('a request that the team sent back', () => {
  const reason = 'Please take your number out of the notes.';
  const sentBack = async () => {
    const person = await newPatient();
    const notes = 'It hurts on the left. Call me: +1 212 867 5309';
    const { _id } = await submitted(person.ctx, { description: notes });
    await sendLeadBack(asSystem(), { leadId: _id, reason });
    return { page: browse(person.token), path: `/request-detail/${_id}`, person };
  };

  it('asks its patient to change it, in the list and on its page, and says why there', async () => {
    const { page, path } = await sentBack();
    const list = await page('/my-offers');
    expect(list.words).toContain('Sent back to you');
    expect(list.words).toContain('See what to change');
    expect(list.words).not.toContain('Pending Review');
    const { words, html } = await page(path);
    expect(words).toContain(reason);
    expect(html).toContain(`href="${path}/change"`);
    const asked = (await page(`${path}/change`)).words;
    expect(asked).toContain('no clinic has read it yet');
    expect(asked).not.toContain('Clinics no longer see it');
  });

  it('is changed and sent again in the wizard: one new request takes its place', async () => {
    const { page, path } = await sentBack();
    const changed = await page(`${path}/change`, { intent: 'change' });
    expect([changed.status, changed.to]).toEqual([302, '/consultation/summary']);
    expect((await page(changed.to!)).words).toContain('There is contact data in: notes');
    await page(changed.to!, { intent: 'remove-contact' });
    const summary = await page(changed.to!);
    expect(summary.words).toContain('It hurts on the left.');
    expect(summary.words).not.toContain('867 5309');
    const draftId = /name="draftId" value="([^"]+)"/.exec(summary.html)![1]!;
    const sent = await page(changed.to!, { intent: 'submit', draftId, terms: 'on' });
    expect(sent.status, sent.words).toBe(302);
    expect((await page(path)).words).toContain('You cancelled the request');
    const list = (await page('/my-offers')).words;
    expect(list).toContain('Active 1');
    expect(list).toContain('Pending Review');
    expect(list).not.toContain('Sent back to you');
    expect((await page(`${path}/change`, { intent: 'change' })).to).toBe(path);
  });

  it('is nobody else’s to read or to change', async () => {
    const { page, path } = await sentBack();
    const other = browse((await newPatient()).token);
    for (const refused of [
      await other(path),
      await other(`${path}/change`),
      await other(`${path}/change`, { intent: 'change' }),
    ]) {
      expect(refused.status).toBe(404);
      expect(refused.words).not.toContain(reason);
    }
    expect((await browse(null)(path)).to).toContain('/login');
    expect((await page(path)).words).toContain(reason);
  });
});
