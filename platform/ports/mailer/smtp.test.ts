import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MailError, type Mailer } from '../mailer';
import { readSender } from '../../config/mail-sender';
import { smtpMailer, type SmtpOptions } from './smtp.server';

const message = {
  to: 'ada@example.com',
  subject: 'Ähnlich: an update',
  text: 'Hello Ada',
  html: '<p>Hello Ada</p>',
  key: 'notification-1',
};
const login = { user: 'clinics', password: 'a password' };

interface Taken {
  readonly from: string;
  readonly to: string[];
  readonly raw: string;
  readonly secure: boolean;
  readonly user: string | undefined;
}

const refuse = (responseCode: number) =>
  Object.assign(new Error('no ada@example.com here'), { responseCode });

describe('the sender over SMTP', () => {
  let folder: string;
  let key: Buffer;
  let cert: Buffer;
  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'smtp-'));
    const file = (name: string) => path.join(folder, name);
    const wish = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync(
      'openssl',
      ['req', ...wish.split(' '), ...names, '-keyout', file('key'), '-out', file('cert')],
      { stdio: 'ignore' },
    );
    [key, cert] = [readFileSync(file('key')), readFileSync(file('cert'))];
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const closing: Array<() => Promise<void>> = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  let taken: Taken[];
  /** A real server on loopback that takes what it is given, but for what `more` says. */
  async function serve(more: SMTPServerOptions = {}): Promise<number> {
    taken = [];
    const server = new SMTPServer({
      key,
      cert,
      authOptional: true,
      disableReverseLookup: true,
      logger: false,
      onAuth: ({ username, password }, _session, done) =>
        username === login.user && password === login.password
          ? done(null, { user: username })
          : done(refuse(535)),
      onData: (stream, session, done) => {
        void readText(stream).then((raw) => {
          const { mailFrom, rcptTo } = session.envelope;
          taken.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw,
            secure: session.secure,
            user: session.user,
          });
          done();
        });
      },
      ...more,
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(() => resolve())));
    return (server.server.address() as AddressInfo).port;
  }

  function mailer(port: number, more: Partial<SmtpOptions> = {}): Mailer {
    const opened = smtpMailer({
      host: 'localhost',
      port,
      security: 'starttls',
      from: readSender('Clinics <no-reply@clinics.example>')!,
      ca: cert.toString(),
      // A busy machine takes its time for a handshake.
      waits: { connection: 10_000, socket: 10_000, whole: 20_000 },
      ...more,
    });
    closing.push(() => opened.close());
    return opened;
  }

  const failure = async (sending: Promise<void>): Promise<MailError> => {
    const error = await sending.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(MailError);
    expect(JSON.stringify({ ...(error as MailError), text: String(error) })).not.toContain('ada@');
    return error as MailError;
  };

  it('offers the mail program a way to end mails like it, where there is one', async () => {
    const port = await serve();
    const unsubscribe = 'https://clinics.example/unsubscribe/token';
    await mailer(port).send({ ...message, unsubscribe });
    await mailer(port).send(message);
    const [ended, without] = taken as [Taken, Taken];
    expect(ended.raw).toMatch(
      /^List-Unsubscribe: <https:\/\/clinics.example\/unsubscribe\/token>$/m,
    );
    expect(ended.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(without.raw).not.toMatch(/^List-Unsubscribe/m);
  });

  it('hands over one message in two parts, encrypted and after a login', async () => {
    await mailer(await serve({ authOptional: false }), login).send(message);
    expect(taken).toHaveLength(1);
    const [{ from, to, raw, secure, user }] = taken as [Taken];
    expect({ from, to, secure, user }).toEqual({
      from: 'no-reply@clinics.example',
      to: ['ada@example.com'],
      secure: true,
      user: 'clinics',
    });
    expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(raw.match(/^Content-Type: text\/(plain|html); charset=utf-8/gm)).toHaveLength(2);
    expect(raw).toMatch(/^From: Clinics <no-reply@clinics.example>$/m);
    expect(raw).toMatch(/^To: ada@example.com$/m);
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated$/m);
  });

  it('speaks TLS from the first byte when told so', async () => {
    await mailer(await serve({ secure: true }), { security: 'tls' }).send(message);
    expect(taken[0]!.secure).toBe(true);
  });

  it('names a message by its key, so that a repeat is the same message', async () => {
    const sender = mailer(await serve());
    await sender.send(message);
    await sender.send(message);
    await sender.send({ ...message, key: 'notification-2' });
    const ids = taken.map(({ raw }) => /^Message-ID: (<.+@clinics\.example>)$/im.exec(raw)?.[1]);
    expect(ids[0]).toBeDefined();
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it.each([
    ['a recipient that does not exist', { onRcptTo: 550 }, 'smtp_550', true],
    ['a message that is refused', { onData: 554 }, 'smtp_554', true],
    ['a recipient that is asked to come back', { onRcptTo: 451 }, 'smtp_451', false],
    ['a message that is put off', { onData: 421 }, 'smtp_421', false],
    ['a sender that may not', { onMailFrom: 550 }, 'smtp_550', false],
    ['a server that is closed', { onConnect: 554 }, 'smtp_554', false],
  ])('says of %s whether it is for good', async (_what, where, code, permanent) => {
    const [name, status] = Object.entries(where)[0]!;
    const handler = (...args: unknown[]) => {
      const stream = args[0] as { resume?: () => void };
      stream.resume?.();
      (args.at(-1) as (error: Error) => void)(refuse(status));
    };
    const sender = mailer(await serve({ [name]: handler }));
    expect(await failure(sender.send(message))).toMatchObject({ code, permanent });
  });

  it('gets through to a server that greylists, at the second try', async () => {
    let calls = 0;
    const onRcptTo: SMTPServerOptions['onRcptTo'] = (_address, _session, done) =>
      (calls += 1) === 1 ? done(refuse(450)) : done();
    const sender = mailer(await serve({ onRcptTo }));
    expect(await failure(sender.send(message))).toMatchObject({ permanent: false });
    await sender.send(message);
    expect(taken).toHaveLength(1);
  });

  it('does not take a wrong login for the fault of a message', async () => {
    const sender = mailer(await serve({ authOptional: false }), { ...login, password: 'wrong' });
    expect(await failure(sender.send(message))).toMatchObject({
      code: 'smtp_535',
      permanent: false,
    });
    expect(taken).toEqual([]);
  });

  it.each([
    ['a certificate that nobody vouches for', { ca: undefined }],
    ['a certificate of another host', { host: '127.0.0.1' }],
  ])('sends nothing to a server with %s', async (_what, more) => {
    const sender = mailer(await serve(), { ...login, ...more });
    expect((await failure(sender.send(message))).permanent).toBe(false);
    expect(taken).toEqual([]);
  });

  it('sends neither password nor mail to a server without encryption', async () => {
    const sender = mailer(
      await serve({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }),
      login,
    );
    expect((await failure(sender.send(message))).permanent).toBe(false);
    expect(taken).toEqual([]);
  });

  it('sends in the clear only when told so', async () => {
    await mailer(await serve({ disabledCommands: ['STARTTLS'] }), { security: 'none' }).send(
      message,
    );
    expect(taken[0]!.secure).toBe(false);
  });

  it('waits neither for a server that says nothing nor for one that is not there', async () => {
    const silent: Server = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const waits = { connection: 400, socket: 400, whole: 1_500 };
    const began = performance.now();
    const send = () => failure(mailer(port, { waits }).send(message));
    expect(await send()).toMatchObject({ code: 'smtp_timeout' });
    await new Promise<void>((resolve) => void silent.close(() => resolve()));
    expect(await send()).toMatchObject({ code: 'smtp_unreachable' });
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('gives up on a server that drips', async () => {
    const onData: SMTPServerOptions['onData'] = (stream) => void stream.resume();
    const sender = mailer(await serve({ onData }), {
      waits: { connection: 400, socket: 60_000, whole: 600 },
    });
    expect(await failure(sender.send(message))).toMatchObject({ code: 'smtp_timeout' });
  });

  it.each([
    'ada@example.com\r\nRCPT TO:<eve@example.com>',
    'ada@example.com>\r\nBcc: eve@example.com',
    'ada@example.com, eve@example.com',
    'Ada <ada@example.com>',
    '"ada@example.com eve"@example.com',
    'ada@example.com\u2028eve@example.com',
    'ada',
    `${'a'.repeat(250)}@example.com`,
  ])('refuses an address that is more or less than one: %j', async (to) => {
    const sender = mailer(await serve());
    await expect(sender.send({ ...message, to })).rejects.toMatchObject({
      code: 'unfit_address',
      permanent: true,
    });
    expect(taken).toEqual([]);
  });

  it.each(['Hello\r\nBcc: eve@example.com', 'Hello\nX: y', 'Hello\u0000', 'Hello\u2028you'])(
    'refuses a subject that could be a header: %j',
    async (subject) => {
      const sender = mailer(await serve());
      await expect(sender.send({ ...message, subject })).rejects.toMatchObject({
        code: 'unfit_subject',
      });
      expect(taken).toEqual([]);
    },
  );

  it('takes words of the message for nothing but words', async () => {
    const text = 'one\r\n.\r\nRCPT TO:<eve@example.com>\r\n\r\nQUIT\r\n';
    await mailer(await serve()).send({ ...message, text, html: undefined });
    expect(taken).toHaveLength(1);
    expect(taken[0]!.to).toEqual(['ada@example.com']);
    expect(taken[0]!.raw).not.toMatch(/^(Bcc|Cc):/im);
  });
});
