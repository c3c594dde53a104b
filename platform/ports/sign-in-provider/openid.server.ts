import * as client from 'openid-client';
import { inSeconds, seconds } from '../../base/duration';
import { addressOfUrl } from '../egress/address';
import {
  ProviderError,
  type ProviderReturn,
  type ProvedSubject,
  type RoundSecrets,
  type SignInProvider,
} from '../sign-in-provider';

export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Separated by spaces, with `openid`. */
  readonly scope: string;
  readonly groupsClaim: string;
  readonly redirectUri: string;
  /** Whom it may dial, and send a browser to: addresses of `addressOf`. */
  readonly addresses: readonly string[];
}

/** For all that one call asks the provider. */
const patience = seconds(5);

/** The most that is read of an answer, in bytes; keys and metadata have a few thousand. */
const answerLimit = 256 << 10;

/** What the standard allows a subject to be, which is also what can be stored. */
const subjectForm = /^[\x21-\x7e]{1,255}$/;

/** The most groups that are looked at, and the longest name of one. */
const mostGroups = 1_000;
const longestGroup = 200;

/** Staff by the code flow of OpenID Connect with PKCE, through openid-client. Nothing is cached between two calls. */
export function openIdProvider(options: OpenIdOptions): SignInProvider {
  const { issuer, scope, redirectUri } = options;
  return {
    issuer,
    begin: (secrets) =>
      within(options, async (config) => {
        const address = client.buildAuthorizationUrl(config, {
          ...{ redirect_uri: redirectUri, scope, response_type: 'code' },
          ...{ state: secrets.state, nonce: secrets.nonce, code_challenge_method: 'S256' },
          code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
        });
        return address.href;
      }),
    finish: (secrets, answer) =>
      within(options, (config) => subjectOf(options, config, { secrets, answer })),
  };
}

/** Asks the provider what it is, and does the rest with it, in the time that all of it has. */
async function within<T>(
  options: OpenIdOptions,
  work: (config: client.Configuration) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(patience);
  try {
    const config = await discover(options, deadline).catch((thrown: unknown) => {
      throw known(thrown) ?? new ProviderError('away', codeOf(thrown));
    });
    return await work(config);
  } catch (thrown) {
    throw known(thrown) ?? failureOf(thrown, deadline);
  }
}

async function discover(
  options: OpenIdOptions,
  deadline: AbortSignal,
): Promise<client.Configuration> {
  const issuer = new URL(options.issuer);
  const inTheClear = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const config = await client.discovery(
    issuer,
    options.clientId,
    undefined,
    byBasicOrPost(options.clientSecret),
    {
      [client.customFetch]: boundedFetch(new Set(options.addresses), deadline),
      timeout: inSeconds(patience),
      // TLS to the token endpoint would do; a signature holds on whatever way the answer took.
      execute: [client.enableNonRepudiationChecks, ...inTheClear],
    },
  );
  requireKnownHosts(config.serverMetadata(), options.addresses);
  return config;
}

/** The secret in a header, unless the provider takes it in the body only. */
const byBasicOrPost =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const basic = methods.includes('client_secret_basic');
    (basic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret))(server, ...rest);
  };

/** Also where a browser is sent to: the provider's word must not make us send people anywhere. */
function requireKnownHosts(metadata: client.ServerMetadata, addresses: readonly string[]): void {
  for (const endpoint of [
    'authorization_endpoint',
    'token_endpoint',
    'jwks_uri',
    'userinfo_endpoint',
  ] as const) {
    const address = metadata[endpoint];
    if (address === undefined) continue;
    if (!URL.canParse(address) || !addresses.includes(addressOfUrl(address)))
      throw new ProviderError('elsewhere', endpoint);
  }
}

/** Fetches of known hosts only, whole, up to a length, until the deadline. */
const boundedFetch =
  (addresses: ReadonlySet<string>, deadline: AbortSignal): client.CustomFetch =>
  async (url, { body, method, headers, signal }) => {
    if (!addresses.has(addressOfUrl(url))) throw new ProviderError('elsewhere', 'request');
    const answer = await fetch(url, {
      ...{ body: body as BodyInit, method, headers, redirect: 'manual' },
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    const { status, headers: answered } = answer;
    const bytes = await wholeOf(answer);
    return new Response(bytes.length > 0 ? bytes : null, { status, headers: answered });
  };

async function wholeOf({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  let length = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length;
    if (length > answerLimit) {
      await reader?.cancel();
      throw new ProviderError('refused', 'answer_too_long');
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

async function subjectOf(
  { redirectUri, groupsClaim, issuer }: OpenIdOptions,
  config: client.Configuration,
  { secrets, answer }: { secrets: RoundSecrets; answer: ProviderReturn },
): Promise<ProvedSubject> {
  const returned = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) returned.searchParams.set(name, value as string);
  const tokens = await client.authorizationCodeGrant(config, returned, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!;
  if (!subjectForm.test(claims.sub)) throw new ProviderError('refused', 'sub');
  const groups =
    claims[groupsClaim] ??
    (config.serverMetadata().userinfo_endpoint
      ? (await client.fetchUserInfo(config, tokens.access_token, claims.sub))[groupsClaim]
      : undefined);
  return { issuer, subject: claims.sub, groups: groupsIn(groups) };
}

/** A list of names, or one name; anything else names none. */
function groupsIn(claim: unknown): string[] {
  const names: unknown[] = Array.isArray(claim) ? claim.slice(0, mostGroups) : [claim];
  return names.filter(
    (name) => typeof name === 'string' && name.length <= longestGroup,
  ) as string[];
}

/** An error of ours, wherever the library has wrapped it. */
function known(thrown: unknown, depth = 0): ProviderError | null {
  if (thrown instanceof ProviderError) return thrown;
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause !== undefined && depth < 4 ? known(cause, depth + 1) : null;
}

/** A token that does not hold is a refusal; what was cut off, was too late or is a fault of the provider's is not. */
function failureOf(thrown: unknown, deadline: AbortSignal): ProviderError {
  const code = codeOf(thrown);
  const unheard = deadline.aborted || cutOff.has(code) || isNetworkError(thrown);
  const status = thrown instanceof client.ResponseBodyError ? thrown.status : 0;
  return new ProviderError(unheard || status >= 500 ? 'away' : 'refused', code);
}

/** As the library calls what took too long, and an answer without the form of one. */
const cutOff = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);

/** As fetch reports whatever keeps it from an answer. */
const isNetworkError = (thrown: unknown): boolean =>
  thrown instanceof TypeError && thrown.message === 'fetch failed';

/** Letters of a code only: what else an error holds may be what was sent. */
function codeOf(thrown: unknown): string {
  const { code, cause } = thrown as { code?: unknown; cause?: { code?: unknown } };
  const found = [cause?.code, code].find((each) => typeof each === 'string');
  return /^\w{1,40}/.exec(String(found ?? 'unreachable'))?.[0] ?? 'unreachable';
}
