import { packProof, type ProofChallenge } from '#contracts/identity';

/** Longer than the slowest phone needs. */
const timeout = 120_000;

/** The page itself stays usable: one core is left to it. */
const cores = (): number => Math.min(4, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));

/**
 * Does the work in workers of our own origin; the field `proof`, or null when it was stopped or took too long.
 * Throws where the browser has no workers or no cryptography.
 */
export async function solveChallenge(
  challenge: ProofChallenge,
  controller: AbortController,
): Promise<string | null> {
  const { solveChallengeWorkers } = await import('altcha-lib');
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: cores(),
    timeout,
    createWorker: () =>
      new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' }),
  });
  if (!solution) return null;
  const { counter, derivedKey } = solution;
  return packProof({ challenge, solution: { counter, derivedKey } });
}
