import { expect } from 'vitest';
import { approveLead } from '#modules/leads';
import { system } from '#platform/base/actor';
import { newId } from '#platform/base/ids';
import { newPhone } from '../../modules/identity/testing';
import { ApiBrowser } from './api-browser';
import type { TestServer } from './http';
import { listenAt } from './listen';

/** A sign-in, a request, its mail, its publication told live. A worker must be running. */
export async function tellFirstStory(server: TestServer): Promise<ApiBrowser> {
  const { sms, mail } = server.ports.sent;
  const phoneNumber = newPhone();
  const browser = new ApiBrowser(server);
  const sent = await browser.call('POST', '/auth/send-code', { phoneNumber });
  expect(sent.status).toBe(200);
  await expect.poll(() => sms.length, { timeout: 10_000 }).toBe(1);
  const otpCode = /\b\d{6}\b/.exec(JSON.stringify(sms[0]))![0];
  const verified = await browser.call('POST', '/auth/verify-code', { phoneNumber, otpCode });
  expect(verified.status).toBe(200);
  const person = { firstName: 'Sarah', lastName: 'Miller', email: 'sarah@example.com' };
  const registered = await browser.call('POST', '/auth/complete-registration', {
    phoneNumber,
    ...person,
  });
  expect(registered.status).toBe(200);

  const stream = await listenAt(server, browser.cookies.get('patient')!);
  const request = { treatment: 'dental', subTreatment: 'Root Canal', bodyArea: 'mouth' };
  const created = await browser.call(
    'POST',
    '/leads',
    {
      phoneNumber,
      ...request,
      description: 'It hurts at night.',
      photos: [],
      locations: ['Istanbul'],
      budget: '1000-5000',
      timeline: 'asap',
    },
    { 'Idempotency-Key': newId() },
  );
  expect(created.status).toBe(201);
  await approveLead(server.ctx(system('test')), { leadId: String(created.body.data!._id) });
  await expect
    .poll(() => stream.told().map(({ data }) => data!.status), { timeout: 10_000 })
    .toContain('reviewed');
  await expect.poll(() => mail.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
  expect((await browser.call('GET', '/leads/me')).status).toBe(200);
  expect(server.logged.filter(({ level }) => level === 50)).toEqual([]);
  return browser;
}
