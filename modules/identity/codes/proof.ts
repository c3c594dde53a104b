import { z } from 'zod';

const hex = z.string().regex(/^[0-9a-f]{2,128}$/);

/**
 * Work that a browser does before a code is sent: find the counter whose derived key begins with
 * `keyPrefix` (ALTCHA, version 2). Signed, good for one number, one browser and one send.
 */
export const proofChallengeSchema = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex,
    salt: hex,
    /** Hashes per try. */
    cost: z.int().min(1),
    keyLength: z.int().min(1),
    keyPrefix: hex,
    keySignature: hex,
    data: z.strictObject({
      /** Keyed hash of number and browser. */
      bound: z.string().max(64),
      /** Milliseconds since 1970. */
      until: z.int(),
    }),
  }),
  signature: hex,
});
export type ProofChallenge = z.infer<typeof proofChallengeSchema>;

const payloadSchema = z.strictObject({
  challenge: proofChallengeSchema,
  solution: z.object({ counter: z.int().min(0), derivedKey: hex }),
});
export type Proof = z.infer<typeof payloadSchema>;

/** The longest field `proof` that is looked at. */
export const proofLimit = 4_000;

/** Null for what is no proof at all. */
export function unpackProof(field: string): Proof | null {
  try {
    return payloadSchema.parse(JSON.parse(atob(field)));
  } catch {
    return null;
  }
}
