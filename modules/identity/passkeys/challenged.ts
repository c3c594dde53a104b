import type { RegisteredPasskey, ShownPasskey } from './shapes';

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
