import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Mailer } from '../mailer';
import { readSender } from '../../config/mail-sender';
import { smtpMailer, type SmtpOptions } from './smtp.server';

const message = {
  to: 'ada@example.com',
  subject: 'An update',
  text: 'Hello Ada',
  html: '<p>Hello Ada</p>',
  key: 'notification-1',
};

let server: SMTPServer;
const taken: string[] = [];
const opened: Mailer[] = [];
/** Whether the server says yes to what it has taken. */
let says: boolean;

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, _session, done) =>
      void readText(stream).then((raw) => {
        taken.push(raw);
        if (says) done();
      }),
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  says = true;
  taken.length = 0;
});
afterAll(async () => {
  for (const mailer of opened) await mailer.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

function mailer(more: Partial<SmtpOptions> = {}): Mailer {
  const { port } = server.server.address() as AddressInfo;
  const from = readSender('no-reply@clinics.example')!;
  const one = smtpMailer({ host: '127.0.0.1', port, security: 'none', from, ...more });
  opened.push(one);
  return one;
}

it('tells a provider that knows keys the same key and the same body each time', async () => {
  const idempotencyHeader = 'Resend-Idempotency-Key';
  const [one, other] = [mailer({ idempotencyHeader }), mailer({ idempotencyHeader })];
  await one.send(message);
  await other.send(message);
  await one.send({ ...message, key: 'notification-2' });
  const keys = taken.map((raw) => /^Resend-Idempotency-Key: (\S+)\r$/m.exec(raw)?.[1]);
  expect(keys[0]).toMatch(/^[0-9a-f]{40}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  const bodies = taken.map((raw) => raw.slice(raw.indexOf('\r\n\r\n')));
  expect(bodies[1]).toBe(bodies[0]);
});

it('tells nobody a key who is not known to read it', async () => {
  await mailer().send(message);
  expect(taken[0]).not.toMatch(/idempotency/i);
});

it('lets go of a message when its job is lost, and begins none that is lost already', async () => {
  says = false;
  const began = performance.now();
  const lost = { code: 'smtp_timeout', permanent: false };
  await expect(mailer().send(message, AbortSignal.timeout(500))).rejects.toMatchObject(lost);
  expect(performance.now() - began).toBeLessThan(10_000);
  const before = taken.length;
  await expect(mailer().send(message, AbortSignal.abort())).rejects.toMatchObject(lost);
  expect(taken).toHaveLength(before);
});
