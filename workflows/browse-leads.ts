import type { ClinicCounts, ClinicLeadsQuery, LeadCard } from '#contracts/leads';
import { ownProfile } from '#modules/clinic-onboarding';
import { abbreviatedNames } from '#modules/identity';
import {
  countsForClinic,
  leadsForClinic,
  matchingPatients,
  reachOf,
  type MatchingLead,
  type MatchingProfile,
  type Reach,
} from '#modules/leads';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';

export interface BrowsedLeads {
  readonly leads: LeadCard[];
  readonly nextCursor: string | null;
  readonly counts: ClinicCounts;
  /** Whether the clinic's own details can match requests at all, and those of one city. */
  readonly reach: Reach;
}

/** For a patient whose account is gone while the request is still to be closed. */
const nameless = '–';

/**
 * The acting clinic's New Leads: published requests in its specialties and its city, each under an abbreviated
 * name. Nothing else of a patient is read for it.
 *
 * @throws AppError `invalid_cursor`; `forbidden` for a clinic that is not approved
 */
export async function browseLeads(
  ctx: Ctx<ActorOf<'clinic'>>,
  query: ClinicLeadsQuery,
): Promise<BrowsedLeads> {
  const profile = await ownProfile(ctx);
  const patientIds = query.q ? await patientsNamed(ctx, profile, query.q) : [];
  const [page, counts] = await Promise.all([
    leadsForClinic(ctx, profile, { ...query, patientIds }),
    countsForClinic(ctx, profile),
  ]);
  const leads = await named(ctx, page.leads);
  return { leads, nextCursor: page.nextCursor, counts, reach: reachOf(profile) };
}

/** Of the patients whose requests match, those whose abbreviated name holds the words. */
async function patientsNamed(
  ctx: Ctx<ActorOf<'clinic'>>,
  profile: MatchingProfile,
  words: string,
): Promise<string[]> {
  const names = await abbreviatedNames(ctx, await matchingPatients(ctx, profile));
  const wanted = words.toLowerCase();
  return [...names].filter(([, name]) => name.toLowerCase().includes(wanted)).map(([id]) => id);
}

async function named(
  ctx: Ctx<ActorOf<'clinic'>>,
  found: readonly MatchingLead[],
): Promise<LeadCard[]> {
  const names = await abbreviatedNames(
    ctx,
    found.map(({ patientId }) => patientId),
  );
  return found.map(({ patientId, card }) => ({
    ...card,
    patient: names.get(patientId) ?? nameless,
  }));
}
