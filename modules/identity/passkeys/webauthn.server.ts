import type { Env } from '#platform/config/env';
import type { RegisteredPasskey, ShownPasskey } from '../schemas';

/** Ed25519, ES256 and RS256 as COSE numbers them: what the passkeys of today speak. */
export const algorithms = [-8, -7, -257];

/** Who passkeys are made for: the host of our address, and the origins that count as ours. */
export const relyingParty = ({ PUBLIC_URL, origins }: Env) => ({
  rpID: new URL(PUBLIC_URL).hostname,
  expectedOrigin: [...origins],
});

/** Loaded when somebody first uses a passkey. */
const library = () => import('@simplewebauthn/server');

/** A passkey as its row keeps it. */
export interface StoredPasskey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
}

const descriptors = (passkeys: readonly StoredPasskey[]) =>
  passkeys.map(({ credentialId: id, transports }) => ({ id, transports }));

/** What a browser needs to show a passkey with its person verified: one of `own`, or without them any it has of ours. */
export const showOptions = async (env: Env, own: readonly StoredPasskey[]) =>
  (await library()).generateAuthenticationOptions({
    rpID: relyingParty(env).rpID,
    userVerification: 'required',
    allowCredentials: descriptors(own),
  });

export interface PasskeyOwner {
  readonly id: string;
  /** What the device lists it under. */
  readonly name: string;
  readonly displayName: string;
}

/** What a browser needs to make a passkey that needs no name typed to sign in; not on a device that has one of `known`. */
export const makeOptions = async (
  env: Env,
  {
    rpName,
    owner,
    known,
  }: { rpName: string; owner: PasskeyOwner; known: readonly StoredPasskey[] },
) =>
  (await library()).generateRegistrationOptions({
    rpName,
    rpID: relyingParty(env).rpID,
    userID: new Uint8Array(Buffer.from(owner.id)),
    userName: owner.name,
    userDisplayName: owner.displayName,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: descriptors(known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });

/** The counter of a passkey that signed this challenge for us, its person verified; null when anything does not fit. */
export async function counterShown(
  env: Env,
  {
    expectedChallenge,
    row,
    response,
  }: {
    expectedChallenge: string;
    row: StoredPasskey;
    response: ShownPasskey;
  },
): Promise<number | null> {
  const { rpID, expectedOrigin } = relyingParty(env);
  const result = await (
    await library()
  )
    .verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID: rpID,
      credential: {
        id: row.credentialId,
        publicKey: new Uint8Array(row.publicKey),
        counter: row.counter,
        transports: row.transports,
      },
      requireUserVerification: true,
      // The library throws for everything that does not fit; none of it is a fault of ours.
    })
    .catch(() => null);
  return result?.verified ? result.authenticationInfo.newCounter : null;
}

/** A passkey that was made for this challenge, as its row is to keep it; null when anything does not fit. */
export async function passkeyMade(
  env: Env,
  { expectedChallenge, response }: { expectedChallenge: string; response: RegisteredPasskey },
): Promise<StoredPasskey | null> {
  const { rpID, expectedOrigin } = relyingParty(env);
  // The library throws for everything that does not fit; none of it is a fault of ours.
  const result = await (
    await library()
  )
    .verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    .catch(() => null);
  if (!result?.verified) return null;
  const { id, publicKey, counter, transports } = result.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: (transports ?? []).slice(0, 10),
  };
}

/** What a browser is asked to sign, and the name of the challenge for its answer. */
export interface Challenged {
  readonly challengeId: string;
  /** Options of WebAuthn in their JSON form. */
  readonly options: Record<string, unknown>;
}

/** A passkey that was shown for a challenge. */
export interface PasskeyAnswer {
  readonly challengeId: string;
  readonly response: ShownPasskey;
}

/** A passkey that was made for a challenge. */
export interface NewPasskey {
  readonly challengeId: string;
  /** What people call it; by default the browser and system that made it. */
  readonly label?: string;
  readonly response: RegisteredPasskey;
  readonly userAgent: string | null;
}
