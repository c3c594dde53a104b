import {
  categoriesOf,
  cities,
  type Category,
  type City,
  type Specialty,
} from '#contracts/consultation';
import { normalized } from '#platform/text';
import { topicsAt } from './topics';

/** What decides which requests a clinic sees. */
export interface MatchingProfile {
  readonly specialties: readonly Specialty[];
  /** As the clinic wrote it. */
  readonly city: string;
}

/** Letters as people compare them: in either case, without their marks. */
export const plain = (text: string): string =>
  normalized(text.toLowerCase(), 'NFD').replace(/\p{M}/gu, '').replace(/ı/g, 'i').trim();

/** The city of the catalogue that a clinic means, in any spelling of its letters; null when it is another one. */
export const cityOf = (text: string): City | null =>
  cities.find((city) => plain(city) === plain(text)) ?? null;

/** What of a request decides which clinics see it. */
interface Placed {
  readonly treatment: Category;
  readonly locations: readonly City[];
  readonly widened: boolean;
}

/** Whether a clinic sees a request, asked of the request itself: the rule that the shelves of the list follow. */
export function matches({ specialties, city }: MatchingProfile, request: Placed): boolean {
  const own = cityOf(city);
  const near =
    request.widened ||
    request.locations.length === 0 ||
    (own !== null && request.locations.includes(own));
  return near && categoriesOf(specialties).includes(request.treatment);
}

/** What a clinic must know of itself to understand which requests it sees. */
export interface Reach {
  /** Some category of requests belongs to one of its specialties. */
  readonly specialtiesMatch: boolean;
  /** Patients can ask for its city. */
  readonly cityOffered: boolean;
}

export const reachOf = ({ specialties, city }: MatchingProfile): Reach => ({
  specialtiesMatch: categoriesOf(specialties).length > 0,
  cityOffered: cityOf(city) !== null,
});

/** What the open pages of an approved clinic listen to. */
export const topicsOfClinic = ({ specialties, city }: MatchingProfile): string[] =>
  topicsAt(categoriesOf(specialties), cityOf(city));
