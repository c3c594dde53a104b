import { generateKeyPairSync } from 'node:crypto';
import http from 'node:http';
import type net from 'node:net';
import { text } from 'node:stream/consumers';
import Provider, { type OidcContext } from 'oidc-provider';

/** The claims of one account at the provider. */
export interface ProviderAccount {
  groups?: readonly string[] | string;
}

/** A provider of OpenID Connect on this machine: the real one of `oidc-provider`, with a page of its own to sign in on. */
export interface TestProvider {
  readonly issuer: string;
  /** Settings of a process that signs staff in with it. */
  readonly env: Record<string, string>;
  /** By the name that is typed on its page; also the subject. */
  readonly accounts: Map<string, ProviderAccount>;
  /** Whom it leads back to; must be named before the first round. */
  allow(redirectUri: string): void;
  close(): Promise<void>;
}

interface ProviderOptions {
  /** Names groups in the token itself, and not only where one asks for the user. */
  readonly groupsInToken?: boolean;
}

const clientId = 'console';
const clientSecret = 'of-the-provider-for-the-console';

const key = {
  ...generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' }),
  ...{ kid: 'of-the-test', use: 'sig', alg: 'RS256' },
};

/** Asks who it is, in one field. */
const page = (action: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Provider</title></head><body><main>
  <h1>Provider of the test</h1><form method="post" action="${action}"><label>Account <input name="account"></label>
  <button>Continue</button></form></main></body></html>`;

function configurationOf(
  accounts: ReadonlyMap<string, ProviderAccount>,
  redirectUri: string,
  { groupsInToken = false }: ProviderOptions,
): object {
  return {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] },
        ...{ response_types: ['code'], grant_types: ['authorization_code'] },
      },
    ],
    findAccount: (_ctx: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...accounts.get(id) }),
    }),
    claims: { openid: ['sub', 'groups'] },
    conformIdTokenClaims: !groupsInToken,
    jwks: { keys: [key] },
    cookies: { keys: ['of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: {
      ...{ AccessToken: 60, AuthorizationCode: 60, IdToken: 60 },
      ...{ Interaction: 600, Session: 600, Grant: 600 },
    },
    // Nobody is asked whether the console may know who they are.
    loadExistingGrant: async ({ oidc }: OidcContext) => {
      const { clientId: client } = oidc.client;
      const { accountId } = oidc.session;
      const grant = new oidc.provider.Grant({ clientId: client, accountId });
      grant.addOIDCScope('openid');
      grant.addOIDCClaims(['groups']);
      await grant.save();
      return grant;
    },
  };
}

export async function startProvider(options: ProviderOptions = {}): Promise<TestProvider> {
  const accounts = new Map<string, ProviderAccount>();
  let provider: Provider | null = null;
  const server = http.createServer((request, response) => {
    if (!provider) return void response.writeHead(503).end();
    if (!request.url!.startsWith('/interaction/')) return provider.callback()(request, response);
    void interact(provider, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  return {
    issuer,
    accounts,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_ADMIN_GROUPS: 'clinic-admins',
      OIDC_REVIEWER_GROUPS: 'clinic-reviewers,clinic-helpers',
    },
    allow: (redirectUri) => {
      provider = new Provider(issuer, configurationOf(accounts, redirectUri, options));
    },
    close: async () => {
      server.closeAllConnections();
      // Closed already, there is nothing to wait for.
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function interact(
  provider: Provider,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  if (request.method !== 'POST')
    return void response.setHeader('Content-Type', 'text/html').end(page(request.url!));
  const account = new URLSearchParams(await text(request)).get('account') ?? '';
  const result = account ? { login: { accountId: account } } : { error: 'access_denied' };
  await provider.interactionFinished(request, response, result);
}

/** Signs in at the provider as a browser does, and answers what it sends the browser back with. */
export async function signInAtProvider(
  address: string,
  account: string,
): Promise<{ state: string; code?: string; iss?: string; error?: string }> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let next = address;
  let form: URLSearchParams | undefined;
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, {
      ...{ method: form ? 'POST' : 'GET', body: form, redirect: 'manual' },
      headers: { Cookie: cookie },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    form = undefined;
    const location = answer.headers.get('Location');
    if (location) next = new URL(location, next).href;
    else if (answer.status === 200) form = new URLSearchParams({ account });
    else throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    if (new URL(next).origin !== origin)
      return Object.fromEntries(new URL(next).searchParams) as { state: string };
  }
  throw new Error('the provider leads nowhere');
}
