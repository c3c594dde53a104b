/** Versions of the texts that people agree to; raised with the text. */
export const consentVersions = {
  terms: '2024-01',
  privacy: '2024-01',
  'health-data': '2026-11',
  'sharing-with-clinics': '2026-11',
  aftercare: '2026-11',
  translation: '2026-11',
} as const;
export type ConsentKind = keyof typeof consentVersions;

/** What can be taken back by itself; the terms end with the account. */
export const withdrawableKinds = [
  'health-data',
  'sharing-with-clinics',
  'aftercare',
  'translation',
] as const;
export type WithdrawableKind = (typeof withdrawableKinds)[number];

/** Digits of a one-time code. */
export const codeLength = 6;
/** Seconds the page counts down before it offers another code; the server asks for one less. */
export const resendCountdownSeconds = 46;

/** Characters of a new password. */
export const minPasswordLength = 12;
export const maxPasswordLength = 256;

/** Days after which a token of a clinic's software ends. */
export const tokenLives = [30, 90, 365] as const;

interface SolvedChallenge {
  readonly challenge: object;
  readonly solution: { readonly counter: number; readonly derivedKey: string };
}

/** The field `proof`: challenge and solution as JSON in base64. */
export const packProof = (proof: SolvedChallenge): string => btoa(JSON.stringify(proof));
