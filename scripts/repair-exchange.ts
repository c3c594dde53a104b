import { system } from '#platform/base/actor';
import { createContext, onSlowPool, type Services } from '#platform/context';
import { isId, newId } from '#platform/base/ids';
import { compareStep, repairStep } from '../workflows/exchange/refresh-listings';
import { notUnderstood } from './lib/usage';

export const usage = [
  'Usage: npm run exchange -- <compare|rebuild> [--after <id>]',
  '  compare   names each request of which the list of clinics says something else than is true',
  '  rebuild   sets these right; an empty list is written anew. Nobody waits for it',
  '  --after   goes on where a run that was broken off had come to',
];

/** Rows of a step; the last id of each tenth is said, to go on from. */
const stepSize = 200;
const saidEvery = 10;

const verbs = { compare: compareStep, rebuild: repairStep };

/**
 * Compares the list of clinics with the truth, or sets it right. 0: it is true now; 1: `compare` found differences;
 * 2: not understood.
 */
export async function exchange(
  services: Services,
  words: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const asked = askedOf(words);
  if (!asked) return notUnderstood(usage, say);
  const actor = system(`exchange.${asked.verb}`);
  const ctx = onSlowPool(createContext(services, actor, { requestId: newId() }));
  const seen = { looked: 0, different: 0 };
  let after: string | null = asked.after;
  for (let steps = 1; ; steps += 1) {
    const { looked, differences, next } = await verbs[asked.verb](ctx, { after, limit: stepSize });
    seen.looked += looked;
    seen.different += differences.length;
    for (const { id, what } of differences) say(`${id}: ${what.join(', ')}`);
    if (next === null) break;
    if (steps % saidEvery === 0)
      say(`${seen.looked} looked at; to go on from here: --after ${next}`);
    after = next;
  }
  const outcome = asked.verb === 'compare' ? 'differ' : 'set right';
  say(`${seen.looked} requests looked at, ${seen.different} ${outcome}.`);
  return asked.verb === 'compare' && seen.different > 0 ? 1 : 0;
}

function askedOf(
  words: readonly string[],
): { verb: keyof typeof verbs; after: string | null } | null {
  const [verb = '', option, after, ...more] = words;
  if ((verb !== 'compare' && verb !== 'rebuild') || more.length > 0) return null;
  if (option === undefined) return { verb, after: null };
  return option === '--after' && after !== undefined && isId(after) ? { verb, after } : null;
}
