import { isComputed, type SiteContent } from '#contracts/content';
import { countListed } from '#modules/clinic-onboarding';
import { dealTotals } from '#modules/deals';
import { now } from '#platform/time/clock';
import type { Ctx, Services } from '#platform/context';
import { minutes } from '#platform/base/duration';

type Key = SiteContent['figures'][number]['key'];

interface Counted {
  readonly count: number;
  /** How many things it was counted over. */
  readonly sample: number;
  /** ISO 8601. */
  readonly at: string;
}

/** A figure as the site prints it. */
export interface ShownFigure {
  readonly key: Key;
  /** As it is printed where it is configured. */
  readonly value: string;
  /** Null for one that is configured. */
  readonly computed: Counted | null;
}

/** Fewer say more about chance than about us. */
const smallestSample = 5;
const holds = minutes(10);
const memories = new WeakMap<
  Services['database'],
  { readonly counted: Record<Key, Counted>; readonly readAt: number }
>();

/** Configured figures as they are; computed ones counted, and left out while their sample is too small. */
export async function siteFigures(
  ctx: Ctx,
  figures: SiteContent['figures'],
): Promise<ShownFigure[]> {
  const counted = figures.some(isComputed) ? await countedFigures(ctx) : null;
  return figures.flatMap<ShownFigure>((figure) => {
    const { key, value } = figure;
    if (!isComputed(figure)) return [{ key, value, computed: null }];
    const computed = counted![key];
    if (computed.sample < smallestSample) return [];
    return [{ key, value: '', computed }];
  });
}

/** A process counts anew after ten minutes. */
async function countedFigures(ctx: Ctx): Promise<Record<Key, Counted>> {
  const { database } = ctx.services;
  const known = memories.get(database);
  if (known && performance.now() - known.readAt < holds) return known.counted;
  const counted = await countFigures(ctx);
  memories.set(database, { counted, readAt: performance.now() });
  return counted;
}

/** As they are at this moment. */
export async function countFigures(ctx: Ctx): Promise<Record<Key, Counted>> {
  const at = (await now(ctx)).toISOString();
  const { clinics, countries } = await countListed(ctx);
  const { treatments, reviews, good } = await dealTotals(ctx);
  return {
    patients: { count: treatments, sample: treatments, at },
    clinics: { count: clinics, sample: clinics, at },
    countries: { count: countries, sample: clinics, at },
    success: { count: reviews === 0 ? 0 : Math.round((100 * good) / reviews), sample: reviews, at },
  };
}
