import { publishedIdsSince } from '#modules/leads';
import type { Ctx } from '#platform/context';
import { hours } from '#platform/base/duration';
import { repairListings, repairStep } from './refresh-listings';

/** Rows of a step: a transaction of tens of milliseconds, so that nobody waits for it. */
const stepSize = 200;

/**
 * Walks the whole list and sets right what differs from the truth: after a deploy that brought the list, after a
 * restore, after a hand in the tables. An empty list is built by it. May be broken off and begun again anywhere.
 */
export async function repairExchange(ctx: Ctx): Promise<{ looked: number; mended: number }> {
  let looked = 0;
  let repaired = 0;
  let after: string | null = null;
  do {
    const step = await repairStep(ctx, { after, limit: stepSize });
    looked += step.looked;
    repaired += step.differences.length;
    after = step.next;
  } while (after !== null);
  // Nothing leaves the list untrue but a fault: somebody should look.
  if (repaired > 0)
    ctx.log.warn({ looked, mended: repaired }, 'the list of requests was set right');
  return { looked, mended: repaired };
}

/** What a process of the release before, which knows no list, published during a deploy. */
export async function repairLatest(ctx: Ctx): Promise<void> {
  const ids = await publishedIdsSince(ctx, hours(1));
  for (let n = 0; n < ids.length; n += stepSize)
    await repairListings(ctx, ids.slice(n, n + stepSize));
}
