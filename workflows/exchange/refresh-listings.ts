import { withTransaction } from '#engine';
import {
  compareListings,
  listedIdsAfter,
  noteAsks,
  noteOffers,
  storeListings,
  withdrawListing,
  type Difference,
  type PresentListing,
} from '#modules/exchange';
import { abbreviatedNames } from '#modules/identity';
import { openAskers, presentLeads, publishedIdsAfter } from '#modules/leads';
import { clinicsOffering } from '#modules/offers';
import type { Ctx, TxCtx } from '#platform/context';

/** The present state of those requests that are published: `leads` says what they are, `identity` whose. */
async function presentListings(
  ctx: Ctx,
  { ids, lock }: { ids: readonly string[]; lock: boolean },
): Promise<PresentListing[]> {
  const found = await presentLeads(ctx, { ids, lock });
  const patientIds = [...new Set(found.map(({ patientId }) => patientId))];
  const names = await abbreviatedNames(ctx, { ids: patientIds, lock });
  return found.map((one) => ({ ...one, patient: names.get(one.patientId) ?? null }));
}

/**
 * Makes the list say of these requests what is true now, and nothing of those that are not published. Requests are
 * locked before names, by everybody: so a change of either that is under way is waited for and seen.
 */
export async function refreshListings(tx: TxCtx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const present = await presentListings(tx, { ids, lock: true });
  await storeListings(tx, present);
  const listed = new Set(present.map(({ id }) => id));
  for (const id of ids) if (!listed.has(id)) await withdrawListing(tx, id);
}

/** Makes the list say which clinics a request asks that can still answer. Under the lock of the request. */
export async function listAsks(tx: TxCtx, { leadId }: { leadId: string }): Promise<void> {
  const asked = await openAskers(tx, [leadId]);
  await noteAsks(tx, { leadId, clinicIds: asked.get(leadId) ?? [] });
}

/** What a step looks at: what is on the list, and what should be. */
export interface Step {
  /** The last id of the step before; null begins. */
  readonly after: string | null;
  readonly limit: number;
}

export interface Compared {
  readonly looked: number;
  readonly differences: Difference[];
  /** Where the next step goes on; null at the end. */
  readonly next: string | null;
}

/**
 * Compares one step of the list with the truth. What is changed meanwhile may look different for a moment: so what
 * differs is looked at once more before it is named.
 */
export async function compareStep(ctx: Ctx, { after, limit }: Step): Promise<Compared> {
  const both = [
    ...(await publishedIdsAfter(ctx, after, limit)),
    ...(await listedIdsAfter(ctx, after, limit)),
  ];
  const ids = [...new Set(both)].sort().slice(0, limit);
  return {
    looked: ids.length,
    differences: await compare(ctx, ids),
    next: ids.length < limit ? null : ids.at(-1)!,
  };
}

async function compare(ctx: Ctx, ids: readonly string[]): Promise<Difference[]> {
  const once = async (some: readonly string[]) =>
    some.length === 0
      ? []
      : compareListings(ctx, some, await presentListings(ctx, { ids: some, lock: false }));
  return once((await once(ids)).map(({ id }) => id));
}

/** As {@link compareStep}, and sets right what differed, in a short transaction of its own. */
export async function repairStep(ctx: Ctx, step: Step): Promise<Compared> {
  const compared = await compareStep(ctx, step);
  await repair(ctx, compared.differences);
  return compared;
}

const repair = async (ctx: Ctx, differences: readonly Difference[]): Promise<void> => {
  if (differences.length === 0) return;
  const ids = differences.map(({ id }) => id);
  await withTransaction(ctx, async (tx) => {
    await refreshListings(tx, ids);
    // A listing that was lost does not know any more whose offers there are, and who is asked.
    const offering = await clinicsOffering(tx, ids);
    for (const [leadId, clinicIds] of offering) await noteOffers(tx, { leadId, clinicIds });
    const asked = await openAskers(tx, ids);
    for (const [leadId, clinicIds] of asked) await noteAsks(tx, { leadId, clinicIds });
  });
};

/** Sets right what the list says of these requests; answers how many it had wrong. */
export async function repairListings(ctx: Ctx, ids: readonly string[]): Promise<number> {
  const differences = await compare(ctx, ids);
  await repair(ctx, differences);
  return differences.length;
}
