import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seconds } from '../../base/duration';
import { withBreaker } from './breaker.server';
import { SmsError } from './sms-error';
import { twilioSms } from './twilio.server';
import { signatureOf, webhookSms } from './webhook.server';

const message = { to: '+12125550123', text: '123456 is your code', key: 'challenge-1' };

interface Seen {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

describe('senders of text messages', () => {
  let server: Server;
  let base: string;
  let seen: Seen[];
  /** Status and body of the answer; `hang` never answers. */
  let answer: { status: number; body?: string; headers?: Record<string, string> } | 'reset';
  beforeEach(async () => {
    seen = [];
    server = createServer((req, res) => {
      void text(req).then((body) => {
        seen.push({ path: req.url!, headers: req.headers, body });
        if (answer === 'reset') return req.socket.destroy();
        res
          .writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers })
          .end(answer.body ?? '{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  describe('twilio', () => {
    const sid = `AC${'0'.repeat(32)}`;
    const created = JSON.stringify({
      sid: `SM${'1'.repeat(32)}`,
      status: 'queued',
      error_code: null,
    });
    const sms = (from = '+15005550006') =>
      twilioSms({ accountSid: sid, authToken: 'token', from, baseUrl: base });

    it('creates a message of the account, with its credentials', async () => {
      answer = { status: 201, body: created };
      await sms().send(message);
      expect(seen).toHaveLength(1);
      expect(seen[0]!.path).toBe(`/2010-04-01/Accounts/${sid}/Messages.json`);
      expect(seen[0]!.headers.authorization).toBe(
        `Basic ${Buffer.from(`${sid}:token`).toString('base64')}`,
      );
      expect(Object.fromEntries(new URLSearchParams(seen[0]!.body))).toEqual({
        To: message.to,
        From: '+15005550006',
        Body: message.text,
        ValidityPeriod: '240',
      });
    });

    it('sends through a messaging service when one is named', async () => {
      answer = { status: 201, body: created };
      await sms(`MG${'2'.repeat(32)}`).send(message);
      const body = new URLSearchParams(seen[0]!.body);
      expect(body.get('MessagingServiceSid')).toMatch(/^MG/);
      expect(body.has('From')).toBe(false);
    });

    it.each([
      ['a fault', { status: 500, body: '{"code":20500,"message":"to +12125550123 failed"}' }],
      ['a limit', { status: 429, headers: { 'Retry-After': '1' }, body: '{"code":20429}' }],
      [
        'a refused number',
        { status: 400, body: '{"code":21211,"message":"Invalid +12125550123"}' },
      ],
      ['success with an error inside', { status: 201, body: '{"sid":"SM1","error_code":30003}' }],
      ['success without a message', { status: 200, body: '{}' }],
      ['a redirect', { status: 307, headers: { Location: '/elsewhere' } }],
      ['a lost connection', 'reset' as const],
    ])('throws on %s, without the number or the code in the error', async (_what, response) => {
      answer = response;
      const error = await sms()
        .send(message)
        .catch((e: Error) => e);
      expect(error).toBeInstanceOf(SmsError);
      expect(JSON.stringify({ ...(error as SmsError), text: String(error) })).not.toMatch(
        /212555|123456/,
      );
      expect(seen).toHaveLength(1);
    });
  });

  describe('webhook', () => {
    const secret = 'a-secret-of-the-operator';
    const sms = () => webhookSms({ url: `${base}/hook`, secret });

    it('posts the message with a key and a signature that can be checked', async () => {
      answer = { status: 204 };
      await sms().send(message);
      const { headers, body, path } = seen[0]!;
      expect(path).toBe('/hook');
      expect(JSON.parse(body)).toEqual({ to: message.to, text: message.text });
      expect(headers['idempotency-key']).toBe(message.key);
      const [, at] = /^t=(\d+),v1=[0-9a-f]{64}$/.exec(String(headers['x-signature']))!;
      expect(Math.abs(Number(at) - Date.now() / 1_000)).toBeLessThan(60);
      expect(headers['x-signature']).toBe(signatureOf(secret, Number(at), body));
      expect(headers['x-signature']).not.toBe(signatureOf('another', Number(at), body));
    });

    it.each([
      ['a fault', { status: 500 }, 'webhook_500'],
      ['a limit', { status: 429, headers: { 'Retry-After': '7' } }, 'webhook_429'],
      ['a redirect', { status: 302, headers: { Location: '/elsewhere' } }, 'webhook_unreachable'],
      ['a lost connection', 'reset' as const, 'webhook_unreachable'],
    ])('throws on %s', async (_what, response, code) => {
      answer = response;
      await expect(sms().send(message)).rejects.toMatchObject({ code });
      expect(seen).toHaveLength(1);
    });
  });

  describe('the breaker', () => {
    it('opens after five failures, lets one through after half a minute, closes on success', async () => {
      let time = 0;
      let calls = 0;
      let works = false;
      const inner = {
        send: async () => {
          calls += 1;
          if (!works) throw new SmsError('down');
        },
      };
      const sms = withBreaker(inner, { clock: () => time });
      const code = () =>
        sms.send(message).then(
          () => 'ok',
          (e: SmsError) => e.code,
        );
      for (let i = 0; i < 5; i += 1) expect(await code()).toBe('down');
      expect(await code()).toBe('breaker_open');
      expect(calls).toBe(5);
      time = seconds(29);
      expect(await code()).toBe('breaker_open');
      time = seconds(31);
      expect(await Promise.all([code(), code()])).toEqual(['down', 'breaker_open']);
      expect(calls).toBe(6);
      expect(await code()).toBe('breaker_open');
      works = true;
      time = seconds(62);
      expect(await code()).toBe('ok');
      expect(await code()).toBe('ok');
      expect(calls).toBe(8);
    });
  });
});
