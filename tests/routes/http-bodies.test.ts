import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyLimits } from '#app/http/edge/limits';
import { signedInPatient } from '../../modules/identity/testing';
import { startTestServer, type TestServer } from '../kit/http';
import { rawRequest } from '../kit/raw-http';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
  cookie = `patient=${(await signedInPatient(server.ctx())).token}`;
});
afterAll(() => server?.close());

const put = (body: string | Uint8Array, type = 'application/json') =>
  server.request('/api/drafts/me', {
    method: 'PUT',
    headers: { 'Content-Type': type, Cookie: cookie },
    body: body as BodyInit,
  });

const codeOf = async (answer: Response): Promise<unknown> =>
  ((await answer.json()) as { code: string }).code;

const nest = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('JSON that cannot be read', () => {
  const bodies: Array<[what: string, body: string | Uint8Array, type?: string]> = [
    ['nothing', ''],
    ['half an object', '{"step":'],
    ['a bare word', 'step'],
    ['single quotes', "{'step':1}"],
    ['a trailing comma', '{"step":1,}'],
    ['a comment', '{"step":1 /* one */}'],
    ['NaN', '{"step":NaN}'],
    ['a number beyond all numbers', '{"step":1e400}'],
    ['a byte order mark', '\ufeff{}'],
    ['UTF-16', new Uint8Array([0x7b, 0x00, 0x7d, 0x00])],
    ['half a character', new Uint8Array([...utf8('{"a":"'), 0xc3, ...utf8('"}')])],
    ['another charset', '{}', 'application/json; charset=iso-8859-1'],
    ['depth 101', nest(101)],
    ['depth 1,000', nest(1_000)],
    ['depth 15,000', '['.repeat(15_000) + ']'.repeat(15_000)],
    ['a prototype', '{"__proto__":{"admin":true}}'],
    ['a prototype further in', '{"fields":{"__proto__":{"admin":true}}}'],
  ];

  it.each(bodies)('%s', async (_what, body, type) => {
    const started = performance.now();
    const answer = await put(body, type);
    expect(answer.status).toBe(400);
    expect(await codeOf(answer)).toBe('malformed_json');
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it.each(['text/json', 'application/json-patch+json', 'text/plain', 'application/jsonx', ''])(
    'of type «%s» is not taken for JSON',
    async (type) => {
      const answer = await put(utf8('{}'), type);
      expect(answer.status).toBe(415);
    },
  );

  it('does not unpack a body', async () => {
    const answer = await server.request('/api/drafts/me', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', Cookie: cookie },
      body: '{}',
    });
    expect(answer.status).toBe(415);
  });
});

describe('JSON that does not fit', () => {
  it.each([
    ['an unknown field', { admin: true }, 'admin', 'This field is not known here.'],
    [
      'NUL',
      { fields: { notes: 'a\u0000b' } },
      'fields.notes',
      'This text holds characters that cannot be stored.',
    ],
    [
      'half a surrogate pair',
      { fields: { notes: '\ud800' } },
      'fields.notes',
      'This text holds characters that cannot be stored.',
    ],
  ])('%s names its field', async (_what, body, field, message) => {
    const answer = await put(JSON.stringify(body));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      success: false,
      code: 'validation_failed',
      errors: { [field]: [message] },
    });
  });

  it.each([
    [{ step: 1, fields: {} }, 'expectedVersion', 'Please fill this in.'],
    [{ expectedVersion: 'one', step: 1 }, 'expectedVersion', 'This value is not possible here.'],
  ])('%j is answered in words for people', async (body, field, message) => {
    const answer = await put(JSON.stringify(body));
    const { errors } = (await answer.json()) as { errors: Record<string, string[]> };
    expect([answer.status, errors[field]]).toEqual([422, [message]]);
    expect(JSON.stringify(errors)).not.toMatch(/Invalid|expected |received/);
  });

  it('a query that says a thing twice names it', async () => {
    const answer = await server.request('/api/leads/me?cursor=a&cursor=b', {
      headers: { Cookie: cookie },
    });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      errors: { cursor: ['This may be given only once.'] },
    });
  });
});

describe('size', () => {
  const bytes = (count: number) => utf8(`"${'a'.repeat(count - 2)}"`);

  it('takes 100 KB of JSON and not a byte more', async () => {
    expect((await put(bytes(bodyLimits.json))).status).toBe(422);
    const answer = await put(bytes(bodyLimits.json + 1));
    expect(answer.status).toBe(413);
    expect(await codeOf(answer)).toBe('payload_too_large');
  });

  it('counts what arrives, not what is announced', async () => {
    const lines = [
      'PUT /api/drafts/me HTTP/1.1',
      `Host: localhost:${server.listening.port}`,
      `Origin: ${server.url}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ].join('\r\n');
    const chunk = `${(16_384).toString(16)}\r\n${'a'.repeat(16_384)}\r\n`;
    const answer = await rawRequest(
      server.listening.port,
      `${lines}\r\n\r\n${chunk.repeat(7)}`,
      1_000,
    );
    expect(answer.status).toBe(413);
  });

  it('says no to an announced excess before it arrives', async () => {
    const answer = await rawRequest(server.listening.port, [
      'POST /api/auth/send-code HTTP/1.1',
      `Host: localhost:${server.listening.port}`,
      `Origin: ${server.url}`,
      'Content-Type: application/json',
      'Content-Length: 999999999999',
    ]);
    expect(answer.status).toBe(413);
    expect(answer.body).toContain('"payload_too_large"');
  });

  it('keeps no more than the limit of 200 MB that keep coming', async () => {
    const before = process.memoryUsage().rss;
    const piece = new Uint8Array(1024 * 1024).fill(97);
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => (sent++ < 200 ? controller.enqueue(piece) : controller.close()),
    });
    const init = {
      method: 'PUT',
      body,
      duplex: 'half',
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
    };
    const answer = await server.request('/api/drafts/me', init as RequestInit);
    expect(answer.status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('takes a form of 1 MB and answers a longer one with a page', async () => {
    const form = (count: number) =>
      server.request('/logout', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: `a=${'b'.repeat(count - 2)}`,
      });
    expect((await form(bodyLimits.form)).status).toBe(302);
    const answer = await form(bodyLimits.form + 1);
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain('<h1>The request is too large.</h1>');
  });

  it('refuses forms that would become something else than text', async () => {
    const post = (body: string) =>
      server.request('/logout', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body,
      });
    for (const body of [
      '__proto__[a]=1',
      'a.__proto__.b=1',
      'constructor=1',
      'a[99999999]=1',
      'a]=1',
      '[=1',
      'a='.concat('&a='.repeat(1_001)),
    ])
      expect((await post(body)).status, body.slice(0, 30)).toBe(400);
    expect((await post('intent=constructor')).status).toBe(400);
  });

  it.each(['100 parts', 'a large part header', 'a file of 11 MB'])(
    'goes on with the connection of an upload refused for %s',
    async (what) => {
      const field = '--x\r\nContent-Disposition: form-data; name="a"\r\n';
      const file = field.replace('"a"', '"photo"; filename="a.jpg"');
      const bodies: Record<string, string> = {
        '100 parts': `${field}\r\nb\r\n`.repeat(100) + 'c'.repeat(3_000_000),
        'a large part header': file + 'X: y\r\n'.repeat(500_000),
        'a file of 11 MB': `${file}\r\n${'a'.repeat(11 * 1024 * 1024)}`,
      };
      const lines = [`Host: localhost:${server.listening.port}`, `Origin: ${server.url}`];
      const head = [
        'POST /api/photos HTTP/1.1',
        ...lines,
        `Cookie: ${cookie}`,
        'Content-Type: multipart/form-data; boundary=x',
        `Content-Length: ${bodies[what]!.length}`,
      ].join('\r\n');
      const next = ['GET /api/nowhere HTTP/1.1', ...lines, 'Connection: close'].join('\r\n');
      const answer = await rawRequest(
        server.listening.port,
        `${head}\r\n\r\n${bodies[what]}${next}\r\n\r\n`,
        2_000,
      );
      expect(answer.status).toBe(413);
      expect(answer.body).toContain('HTTP/1.1 404');
    },
  );

  it('takes no files where no call or page asks for them', async () => {
    const files = () => {
      const form = new FormData();
      form.append('file', new Blob(['x']), 'x.txt');
      return form;
    };
    expect(
      (await server.request('/api/auth/logout', { method: 'POST', body: files() })).status,
    ).toBe(415);
    expect((await server.request('/logout', { method: 'POST', body: files() })).status).toBe(415);
  });
});
