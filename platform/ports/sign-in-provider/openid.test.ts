import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import http from 'node:http';
import type net from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openIdProvider, type OpenIdOptions } from './openid.server';

/** A provider that says what a test wants it to say, with keys of its own. */
let server: http.Server;
let issuer: string;
let metadata: Record<string, unknown>;
let claims: Record<string, unknown>;
let asked: string[];
let answers: Record<string, (response: http.ServerResponse) => void>;
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
let signer: KeyObject;

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
function token(): string {
  const text = `${base64({ alg: 'RS256', kid: 'k' })}.${base64(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), signer).toString('base64url')}`;
}
const json = (response: http.ServerResponse, value: object, status = 200) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));

const secrets = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };
const options = (more: Partial<OpenIdOptions> = {}): OpenIdOptions => ({
  ...{ issuer, clientId: 'console', clientSecret: 'secret: 1', scope: 'openid' },
  groupsClaim: 'groups',
  redirectUri: 'https://clinics.example/admin/provider-return',
  addresses: [new URL(issuer).host],
  ...more,
});
const finish = (more?: Partial<OpenIdOptions>) =>
  openIdProvider(options(more)).finish(secrets, { state: secrets.state, code: 'c' });
const fails = (asking: Promise<unknown>) =>
  asking.then(
    () => 'it did not fail',
    ({ reason, code }: { reason: string; code: string }) => `${reason} ${code}`,
  );

beforeEach(async () => {
  asked = [];
  answers = {
    '/.well-known/openid-configuration': (response) => json(response, metadata),
    '/keys': (response) =>
      json(response, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig' }] }),
    '/token': (response) =>
      json(response, { access_token: 'a', token_type: 'Bearer', id_token: token() }),
    '/me': (response) => json(response, { sub: 'ann', groups: ['of the user'] }),
  };
  server = http.createServer((request, response) => {
    asked.push(request.url!);
    const answer = answers[request.url!];
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  const seconds = Math.floor(Date.now() / 1_000);
  signer = privateKey;
  claims = {
    ...{ iss: issuer, aud: 'console', sub: 'ann', nonce: secrets.nonce, groups: ['admins'] },
    ...{ iat: seconds, exp: seconds + 60 },
  };
  metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('a provider of OpenID Connect', () => {
  it('is gone to with state, nonce and the hash of the verifier, and comes back to one address', async () => {
    const address = new URL(
      await openIdProvider(options({ scope: 'openid groups' })).begin(secrets),
    );
    expect(address.origin + address.pathname).toBe(`${issuer}/authorize`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      ...{ client_id: 'console', response_type: 'code', scope: 'openid groups' },
      ...{ state: secrets.state, nonce: secrets.nonce, code_challenge_method: 'S256' },
      redirect_uri: 'https://clinics.example/admin/provider-return',
      code_challenge: createHash('sha256').update(secrets.verifier).digest('base64url'),
    });
  });

  it('vouches for a subject and its groups', async () => {
    expect(await finish()).toEqual({ issuer, subject: 'ann', groups: ['admins'] });
    expect(asked).toEqual(['/.well-known/openid-configuration', '/token', '/keys']);
  });

  it.each<[unknown, string[]]>([
    ['admins', ['admins']],
    [
      ['admins', 7, null, 'x'.repeat(201), 'others'],
      ['admins', 'others'],
    ],
    [{ admins: true }, []],
    [null, []],
  ])('that names its groups as %j names %j', async (groups, named) => {
    claims.groups = groups;
    expect((await finish()).groups).toEqual(named);
  });

  it('is asked for the user where the token names no groups, and only then', async () => {
    metadata.userinfo_endpoint = `${issuer}/me`;
    expect((await finish()).groups).toEqual(['admins']);
    delete claims.groups;
    expect((await finish()).groups).toEqual(['of the user']);
    answers['/me'] = (response) => json(response, { sub: 'ben', groups: ['admins'] });
    expect(await fails(finish())).toMatch(/^refused /);
  });

  it.each<[string, () => void]>([
    ['of another issuer', () => (claims.iss = 'https://other.example')],
    ['for another client', () => (claims.aud = 'others')],
    ['for several clients, and made for another', () => Object.assign(claims, { aud: ['console', 'x'], azp: 'x' })], // prettier-ignore
    ['of another round', () => (claims.nonce = 'm'.repeat(43))],
    ['without the round', () => delete claims.nonce],
    ['that is over', () => (claims.exp = Math.floor(Date.now() / 1_000) - 120)],
    ['signed by somebody else', () => (signer = otherKey)],
    ['without a subject', () => delete claims.sub],
    ['with a subject that cannot be one', () => (claims.sub = 'a\u0000b')],
    ['with a subject that is too long', () => (claims.sub = 'a'.repeat(256))],
  ])('is not believed with a token %s', async (_what, spoil) => {
    spoil();
    expect(await fails(finish())).toMatch(/^refused \w+$/);
  });

  it('is not believed without a token of who it is, or with one that nobody signed', async () => {
    answers['/token'] = (response) => json(response, { access_token: 'a', token_type: 'Bearer' });
    expect(await fails(finish())).toMatch(/^refused /);
    const unsigned = `${base64({ alg: 'none' })}.${base64(claims)}.`;
    answers['/token'] = (response) =>
      json(response, { access_token: 'a', token_type: 'Bearer', id_token: unsigned });
    expect(await fails(finish())).toMatch(/^refused /);
  });

  it('that comes back with another state, another issuer or an error is not asked for a token', async () => {
    const { state } = secrets;
    for (const answer of [
      { state: 't'.repeat(43), code: 'c' },
      { state, code: 'c', iss: 'https://other.example' },
      { state, error: 'access_denied' },
      { state },
    ])
      expect(await fails(openIdProvider(options()).finish(secrets, answer))).toMatch(/^refused /);
    expect(asked).not.toContain('/token');
  });

  it.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
    'that names a host of no setting as its %s is gone to by nobody',
    async (endpoint) => {
      metadata[endpoint] = 'http://169.254.169.254/';
      const refusal = `elsewhere ${endpoint}`;
      expect(await fails(openIdProvider(options()).begin(secrets))).toBe(refusal);
      expect(await fails(finish())).toBe(refusal);
      expect(asked).not.toContain('/token');
    },
  );

  it('may have further hosts that the settings name', async () => {
    const { port } = new URL(issuer);
    metadata.jwks_uri = `http://localhost:${port}/keys`;
    expect(await fails(finish())).toBe('elsewhere jwks_uri');
    const addresses = [new URL(issuer).host, `localhost:${port}`];
    expect(await finish({ addresses })).toMatchObject({ subject: 'ann' });
  });

  it('is followed nowhere', async () => {
    answers['/.well-known/openid-configuration'] = (response) =>
      response.writeHead(302, { Location: '/elsewhere' }).end();
    expect(await fails(openIdProvider(options()).begin(secrets))).toMatch(/^away /);
    expect(asked).toEqual(['/.well-known/openid-configuration']);
  });

  it('that says too much is not read to its end', async () => {
    answers['/token'] = (response) =>
      json(response, {
        access_token: 'a'.repeat(300_000),
        token_type: 'Bearer',
        id_token: token(),
      });
    expect(await fails(finish())).toBe('refused answer_too_long');
  });

  it('is away when it is not there, speaks something else, or breaks down', async () => {
    answers['/token'] = (response) => response.writeHead(502).end('<html>');
    expect(await fails(finish())).toMatch(/^away /);
    answers['/token'] = (response) => response.destroy();
    expect(await fails(finish())).toMatch(/^away /);
    answers['/.well-known/openid-configuration'] = (response) => response.end('<html>');
    expect(await fails(finish())).toMatch(/^away /);
    metadata.issuer = 'https://other.example';
    answers['/.well-known/openid-configuration'] = (response) => json(response, metadata);
    expect(await fails(finish())).toMatch(/^away /);
    server.closeAllConnections();
    server.close();
    expect(await fails(finish())).toMatch(/^away /);
  });

  it('says nothing of what it was sent in what is logged', async () => {
    claims.nonce = 'a-word-of-the-provider';
    const refused = await finish().catch((error: Error) => error);
    expect(JSON.stringify([(refused as Error).message, Object.entries(refused)])).not.toMatch(
      /a-word-of|secret|eyJ/,
    );
  });

  it.each([
    [['client_secret_post'], 'client_id=console&client_secret=secret%3A+1'],
    [['client_secret_basic', 'client_secret_post'], null],
    [undefined, null],
  ])('takes the secret where %j are what it takes', async (methods, inBody) => {
    metadata.token_endpoint_auth_methods_supported = methods;
    const seen: string[] = [];
    server.prependListener('request', (request: http.IncomingMessage) => {
      if (request.url !== '/token') return;
      request.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
      seen.push(request.headers.authorization ?? 'none');
    });
    await finish();
    if (inBody) expect(seen.join(' ')).toContain(inBody);
    else expect(seen[0]).toBe(`Basic ${Buffer.from('console:secret%3A+1').toString('base64')}`);
  });
});
