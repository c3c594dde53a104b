import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { now } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { after, minutes } from '#platform/base/duration';
import { takePoint } from '#platform/limits/rate-limit';
import { readSetting } from '#platform/settings/settings';
import { markFits, markOf, type Asking } from './asking-browser.server';
import { proofChallengeSchema, unpackProof, type ProofChallenge } from './proof';
import { hashesPerTry, sendRisk } from './settings';

/** Longer than the slowest phone needs, and the wait of somebody who was called away. */
const proofLife = minutes(10);
const word = 'proof';

/** The library's two secrets, derived: the keys themselves sign nothing that leaves the house. */
const secretsOf = (key: string) => {
  const derived = (use: string) => createHmac('sha256', key).update(`${word}\n${use}`);
  return {
    hmacSignatureSecret: derived('challenge').digest('hex'),
    hmacKeySignatureSecret: derived('solution').digest('hex'),
  };
};

/** Work for one send of a code to this number from this browser. */
export async function newProofChallenge(ctx: Ctx, asking: Asking): Promise<ProofChallenge> {
  const { hashes } = await readSetting(ctx, sendRisk);
  // The solver tries counters from nought on, so that this many tries are the work on average.
  const mostTries = Math.max(1, Math.round((2 * hashes) / hashesPerTry));
  const until = after(await now(ctx), proofLife).getTime();
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: hashesPerTry,
    counter: randomInt(mostTries),
    data: { bound: markOf(ctx, word, asking), until },
    deriveKey,
    ...secretsOf(ctx.services.env.OTP_HMAC_KEYS[0]!),
  });
  return proofChallengeSchema.parse(challenge);
}

/** What stands for work that was done for this number and browser in time; null for anything else. */
export async function checkProof(ctx: Ctx, field: string, asking: Asking): Promise<string | null> {
  const proof = unpackProof(field);
  if (!proof) return null;
  const { challenge, solution } = proof;
  const { data, nonce } = challenge.parameters;
  // By the database's clock; the library would go by this process's.
  if (data.until <= (await now(ctx)).getTime() || !markFits(ctx, word, asking, data.bound))
    return null;
  for (const key of ctx.services.env.OTP_HMAC_KEYS) {
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      ...secretsOf(key),
    });
    if (verified) return nonce;
  }
  return null;
}

/** Uses work up; false when it was used before. Counts if and only if the transaction commits. */
export async function spendProof(ctx: TxCtx, nonce: string): Promise<boolean> {
  const once = { name: 'identity.proof', limit: 1, window: proofLife };
  return (await takePoint(ctx, once, nonce)).allowed;
}
