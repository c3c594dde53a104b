/** What ties one round to the provider to the browser that began it; each is unguessable, and good for one round. */
export interface RoundSecrets {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: 43 to 128 characters. */
  readonly verifier: string;
}

/** What the provider sends a browser back with. Comes from outside, and is not to be believed. */
export interface ProviderReturn {
  readonly state: string;
  readonly code?: string;
  /** The issuer as the provider names itself (RFC 9207). */
  readonly iss?: string;
  /** In place of a code: what the provider says it refused. */
  readonly error?: string;
}

/** Whom the provider vouches for. */
export interface ProvedSubject {
  readonly issuer: string;
  /** Of this issuer alone, and never given to another person. */
  readonly subject: string;
  /** Empty where the provider names none. */
  readonly groups: readonly string[];
}

/**
 * `away`: not reached within five seconds, or it does not speak OpenID Connect. `elsewhere`: it names a host that no setting
 * names. `refused`: it answered, and what it said does not hold.
 */
export type ProviderReason = 'away' | 'elsewhere' | 'refused';

/** A round that failed. Carries what may be logged only: a provider's own words may repeat what it was sent. */
export class ProviderError extends Error {
  constructor(
    readonly reason: ProviderReason,
    /** A word of the library's, or the name of what the provider said wrongly. */
    readonly code: string,
  ) {
    super(`the round to the provider failed: ${reason} (${code})`);
    this.name = 'ProviderError';
  }
}

/** A provider of OpenID Connect that vouches for staff. Each call takes five seconds at most. */
export interface SignInProvider {
  /** As its tokens name it. */
  readonly issuer: string;
  /** Where a browser is sent to. Throws {@link ProviderError}. */
  begin(secrets: RoundSecrets): Promise<string>;
  /**
   * Exchanges the code of a round for whom it is about: state, issuer, audience, nonce, times and signature are checked.
   * Throws {@link ProviderError}.
   */
  finish(secrets: RoundSecrets, answer: ProviderReturn): Promise<ProvedSubject>;
}
