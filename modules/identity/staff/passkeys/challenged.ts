/** What a browser is asked to sign, and the name of the challenge for its answer. */
export interface Challenged {
  readonly challengeId: string;
  /** Options of WebAuthn in their JSON form. */
  readonly options: Record<string, unknown>;
}
