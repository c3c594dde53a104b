import type { DirectoryQuery, ListedClinic, PublicClinic } from '#contracts/clinic-onboarding';
import { maskText } from '#platform/masking/mask';
import {
  clinicsToRank,
  findClinics as find,
  listedCities,
  listedClinics,
  publicClinicAt,
  type RankableClinic,
} from '#modules/clinic-onboarding';
import { plansGivenBy, type PlansGiven } from '#modules/aftercare';
import type { OutcomeFigures } from '#contracts/outcomes';
import { ratingsOf, reputationOf, type Reputation } from '#modules/deals';
import { outcomesOfClinic } from '#modules/outcomes';
import type { Ctx, Services } from '#platform/context';
import { writeCursor } from '#platform/base/cursor';
import { minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';

type Found = Array<ListedClinic & Reputation>;

/**
 * A page of the directory, with what each clinic has shown. In any order but `newest`, the newest 500 clinics that fit are
 * put in it and older ones follow as they registered: what a page costs does not grow with the directory.
 *
 * @throws AppError `invalid_cursor`
 */
export async function findClinics(
  ctx: Ctx,
  { sort = 'shown', cursor, ...asked }: DirectoryQuery,
): Promise<{ clinics: Found; nextCursor: string | null }> {
  // Behind the ranked ones the cursor is that of the newest.
  const isRanked = sort !== 'newest' && (!cursor || cursor.includes(between));
  const { clinics, nextCursor } = isRanked
    ? await rankedPage(ctx, sort, { ...asked, cursor })
    : await find(ctx, { ...asked, cursor });
  const shown = await reputationOf(
    ctx,
    clinics.map(({ _id }) => _id),
  );
  return { clinics: clinics.map((one) => ({ ...one, ...shown.get(one._id)! })), nextCursor };
}

const pageSize = 20;
/** In a cursor, between the oldest clinic that is ranked, the last one that was shown and whether older ones follow. */
const between = '.';
const olderFollow = 'older';

async function rankedPage(
  ctx: Ctx,
  sort: 'shown' | 'rating',
  { cursor, ...asked }: Omit<DirectoryQuery, 'sort'>,
): Promise<{ clinics: ListedClinic[]; nextCursor: string | null }> {
  const [oldest, last, follow] = cursor?.split(between) ?? [];
  const { clinics, rest } = await clinicsToRank(ctx, { ...asked, oldest });
  const ratings = await ratingsOf(
    ctx,
    clinics.map(({ id }) => id),
  );
  const ranked = clinics.toSorted(byRank(sort, ratings)).map(({ id }) => id);
  const start = last ? ranked.indexOf(last) + 1 : 0;
  if (last && start === 0) throw new AppError('invalid_cursor');
  const page = ranked.slice(start, start + pageSize);
  const behind = oldest ? (follow === olderFollow ? oldest : null) : rest;
  const end = clinics.at(-1);
  if (ranked.length <= start + pageSize || !end)
    return { clinics: await listedClinics(ctx, page), nextCursor: behind };
  const from = oldest ?? rest ?? writeCursor({ at: end.registeredAt, id: end.id });
  const parts = [from, page.at(-1), ...(behind ? [olderFollow] : [])];
  return { clinics: await listedClinics(ctx, page), nextCursor: parts.join(between) };
}

/** Equals stay as they came: the newest first. */
function byRank(sort: 'shown' | 'rating', ratings: Awaited<ReturnType<typeof ratingsOf>>) {
  const shows = ({ id, pictured }: RankableClinic) =>
    sort === 'rating' ? 0 : Number(pictured) + Number(ratings.has(id));
  const average = ({ id }: RankableClinic) => ratings.get(id)?.average ?? 0;
  return (a: RankableClinic, b: RankableClinic): number =>
    shows(b) - shows(a) || average(b) - average(a);
}

const cityMemories = new WeakMap<Services['database'], { cities: string[]; readAt: number }>();

/** The cities of the directory, at most 40, in their order; a process reads them anew after ten minutes. */
export async function directoryCities(ctx: Ctx): Promise<string[]> {
  const { database } = ctx.services;
  const known = cityMemories.get(database);
  if (known && performance.now() - known.readAt < minutes(10)) return known.cities;
  const cities = await listedCities(ctx, { most: 40 });
  cityMemories.set(database, { cities, readAt: performance.now() });
  return cities;
}

/**
 * The public page of an approved clinic, by an address that it has or had. Numbers, addresses and links in what it says of
 * itself are masked as they are between patients and clinics.
 *
 * @throws AppError `not_found`, the same for one that is not approved and for none
 */
export async function readPublicClinic(
  ctx: Ctx,
  { slug }: { slug: string },
): Promise<
  PublicClinic & Reputation & { aftercare: PlansGiven | null; readonly outcomes: OutcomeFigures }
> {
  const found = await publicClinicAt(ctx, slug);
  if (!found) throw new AppError('not_found');
  const masked = (text: string): string => maskText(text).text;
  return {
    ...found,
    ...(await reputationOf(ctx, [found._id])).get(found._id)!,
    aftercare: await plansGivenBy(ctx, { clinicId: found._id }),
    outcomes: await outcomesOfClinic(ctx, { clinicId: found._id }),
    description: masked(found.description),
    doctors: found.doctors.map((doctor) => ({ ...doctor, field: masked(doctor.field) })),
  };
}
