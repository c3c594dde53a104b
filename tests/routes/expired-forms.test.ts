import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInPatient } from '../../modules/identity/testing';
import { submitted } from '../../modules/leads/testing';
import { browse } from '../kit/browse';
import { startTestServer, type TestServer } from '../kit/http';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const told = 'Everything you typed is still here';
const notes = 'A <b>molar</b> & "two" more';

/** The fields of the page's form, as the browser would send them again. */
const fieldsIn = (html: string): Record<string, string> => {
  const form =
    /<form method="post" action="\/(?:consultation|profile|request)[\s\S]*?<\/form>/.exec(html)![0];
  const plain = (text = '') =>
    text
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#x27;/g, "'")
      .replace(/&amp;/g, '&');
  const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([tag]) => [
    /name="([^"]*)"/.exec(tag)![1]!,
    plain(/value="([^"]*)"/.exec(tag)?.[1]),
  ]);
  const areas = [...form.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([^<]*)</g)].map(
    ([, name, text]) => [name!, plain(text)],
  );
  return Object.fromEntries([...inputs, ...areas]) as Record<string, string>;
};

describe('a form sent after the session ended, without JavaScript', () => {
  it('of the wizard comes back with all it held, and is taken once signed in', async () => {
    const { token } = await signedInPatient(server.ctx());
    const patient = browse(server, token);
    for (const [path, form] of [
      ['/consultation?index&step=1', { category: 'dental', version: '0' }],
      ['/consultation/treatment', { subTreatment: 'Root Canal', version: '1' }],
      ['/consultation/area', { bodyArea: 'mouth', version: '2' }],
    ] as const)
      expect((await patient(path, form)).status).toBe(302);
    const typed = {
      version: '3',
      budget: '1000-5000',
      timeline: '',
      notes,
      'patientInfo.medicalHistory': 'None',
      'patientInfo.allergies': 'Latex',
    };
    const answer = await browse(server, null)('/consultation/budget', typed);
    expect(answer.status).toBe(401);
    expect(answer.words).toContain(told);
    expect(answer.html).toMatch(/<title>You have been signed out – /);
    for (const label of ['Notes', 'Medical history', 'Allergies'])
      expect(answer.words).toContain(label);
    expect(answer.html).toMatch(/<a (?=[^>]*target="_blank")[^>]*href="\/login"/);
    const kept = fieldsIn(answer.html);
    expect(kept).toEqual({ intent: 'save', ...typed });
    expect((await patient('/consultation/budget', kept)).to).toBe('/consultation/summary');
    expect((await patient('/consultation/summary')).html).toContain('A &lt;b&gt;molar&lt;/b&gt;');
  });

  it('of the profile comes back, also when it is not filled in well', async () => {
    const typed = { intent: 'save', firstName: 'Zoë', lastName: '', email: 'nobody' };
    const answer = await browse(server, null)('/profile/personal', typed);
    expect([answer.status, fieldsIn(answer.html)]).toEqual([401, typed]);
  });

  it('of a cancellation comes back, and says nothing of the request', async () => {
    const { ctx } = await signedInPatient(server.ctx());
    const { _id } = await submitted(ctx);
    const typed = { intent: 'cancel', reason: 'Found one at home' };
    const answer = await browse(server, null)(`/request-detail/${_id}/cancel`, typed);
    expect([answer.status, fieldsIn(answer.html)]).toEqual([401, typed]);
    expect(answer.words).not.toContain('Root Canal');
  });

  it('stays on the page when our script sent it', async () => {
    const path = '/profile/personal.data';
    const answer = await browse(server, null)(path, { intent: 'save' }, '*/*');
    expect(answer.status).toBe(401);
    expect(answer.html).toContain('unauthenticated');
    expect(answer.html).not.toContain(told);
  });
});
