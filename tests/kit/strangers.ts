import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { packProof, type ProofChallenge } from '#contracts/identity';
import { readSetting, writeSetting } from '#platform/settings/settings';
import { hashesPerTry, sendRisk } from '../../modules/identity/rules';
import type { TestServices } from './services';

type Kit = Pick<TestServices, 'services' | 'ctx'>;

/** Codes of strangers as they lie there an hour later: expired without use, or used; each to a number of its own. */
export async function pastCodes(
  { services }: Kit,
  { dialCode, unused = 0, used = 0 }: { dialCode: string; unused?: number; used?: number },
): Promise<void> {
  await services.database.pool.query(
    `insert into identity.otp_challenge (id, purpose, phone, country, dial_code, browser_hash, code_hmac,
       attempts, status, created_at, expires_at, resend_at, consumed_at)
     select gen_random_uuid(), 'patient', '+' || $1 || lpad(n::text, 10, '0'), 'XX', $1,
       uuid_send(gen_random_uuid()), '\\x00', 0, case when n <= $2 then 'expired' else 'verified' end,
       at, at + interval '5 minutes', at + interval '45 seconds',
       case when n > $2 then at + interval '1 minute' end
     from generate_series(1, $2::int + $3::int) as n,
       lateral (select platform.now() - interval '50 minutes' as at) as made`,
    [dialCode, unused, used],
  );
}

/** Changes one part of what strangers meet. */
export async function setRisk({ ctx }: Kit, part: object): Promise<void> {
  const now = await readSetting(ctx(), sendRisk);
  await writeSetting(ctx(), sendRisk, { ...now, ...part });
}

/** Does the work as a browser does it, counting each hash. */
export async function work(challenge: ProofChallenge): Promise<{ proof: string; hashes: number }> {
  let hashes = 0;
  const solution = await solveChallenge({
    challenge,
    deriveKey: (parameters, salt, password) => {
      hashes += parameters.cost;
      return deriveKey(parameters, salt, password);
    },
  });
  if (!solution) throw new Error('the work took too long');
  const { counter, derivedKey } = solution;
  return { proof: packProof({ challenge, solution: { counter, derivedKey } }), hashes };
}

/** So little work that fifty at once are done in no time. */
export const lightWork = { hashes: hashesPerTry };

/** The challenge of a refusal; fails when it was none. */
export async function challengeOf(asked: Promise<unknown>): Promise<ProofChallenge> {
  const refusal = await asked.then(
    () => ({ code: 'ok', details: {} }),
    (error: { code: string; details: { data?: { challenge: ProofChallenge } } }) => error,
  );
  if (refusal.code !== 'proof_required')
    throw new Error(`expected proof_required, got ${refusal.code}`);
  return (refusal.details as { data: { challenge: ProofChallenge } }).data.challenge;
}
