import { approvedProfiles } from '#modules/clinic-onboarding';
import { dueFiltersAfter, newestMatch, publishMatches, type DueFilter } from '#modules/exchange';
import type { Ctx } from '#platform/context';

const step = 100;

/**
 * Has clinics notified of new requests that their saved filters find: each looks into the list as the clinic itself would,
 * from where it was notified last. A clinic that is not approved any more gets nothing.
 */
export async function announceMatches(ctx: Ctx): Promise<void> {
  let after: string | null = null;
  do {
    const due: DueFilter[] = await dueFiltersAfter(ctx, after, step);
    const profiles = await approvedProfiles(
      ctx,
      due.map(({ clinicId }) => clinicId),
    );
    for (const filter of due) {
      const { clinicId, query, toldUntil } = filter;
      const profile = profiles.get(clinicId);
      if (!profile || !query) continue;
      const viewer = { ...profile, clinicId };
      const until = await newestMatch(ctx, viewer, { query, after: toldUntil });
      if (until) await publishMatches(ctx, { filter, until });
    }
    after = due.at(-1)?.id ?? null;
  } while (after);
}
