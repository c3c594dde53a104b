import { cities, type Category, type City, type RequestFacts } from '#contracts/consultation';
import { eachNarrowing, narrowings, type Narrowing, type NarrowingName } from './filters';

/**
 * A shelf is what decides who sees a listing and in which place it was asked for: its treatment, the cities it names,
 * and whether clinics of every city see it. A listing stands on one shelf; a clinic looks at a few, each from its newest
 * end. Rows hold these numbers: none is renumbered or used again, and whoever adds one takes the next.
 */
const treatmentCodes: Record<Category, number> = {
  dental: 1,
  hair: 2,
  cosmetic: 3,
  dermatology: 4,
};
const cityBits: Record<City, number> = { Istanbul: 1, Ankara: 2, Antalya: 4 };
const openToAll = 128;
const perTreatment = 256;

// What is no longer on offer has no code: nobody looks where it stands.
const codeIn = <K extends string>(codes: Record<K, number>, value: K): number =>
  (codes as Partial<Record<K, number>>)[value] ?? 0;

const maskOf = (named: readonly City[]): number =>
  named.reduce((mask, city) => mask | codeIn(cityBits, city), 0);

/** Where a listing stands: its shelf, and what it may be narrowed by. */
export type Standing = Readonly<Record<'shelf' | NarrowingName, number>>;

const codeSaid = (name: NarrowingName, facts: RequestFacts): number => {
  const { codes, said }: Narrowing = narrowings[name];
  return codeIn(codes, said(facts) ?? '');
};

export const standingOf = (facts: RequestFacts & { readonly widened: boolean }): Standing => ({
  shelf:
    codeIn(treatmentCodes, facts.treatment) * perTreatment +
    (facts.widened || facts.locations.length === 0 ? openToAll : 0) +
    maskOf(facts.locations),
  ...eachNarrowing((name) => codeSaid(name, facts)),
});

/** What rows hold that a value finds; without one, all that they may hold. */
export function codesFor(name: NarrowingName, value: string | undefined): number[] {
  const { codes, finds }: Narrowing = narrowings[name];
  if (value === undefined) return [0, ...Object.values(codes)];
  return (finds?.[value] ?? [value]).map((one) => codeIn(codes, one));
}

const masks = Array.from({ length: 2 ** cities.length }, (_, subset) =>
  maskOf(cities.filter((_city, bit) => (subset & (1 << bit)) !== 0)),
);

/**
 * The shelves of these treatments that a clinic in `city` sees (null: none that patients can name). `within` narrows them
 * to requests for that city: those that name it, and those that name none. `said` narrows them to requests that name it.
 */
export function shelvesOf(
  treatments: readonly Category[],
  { city, within, said }: { city: City | null; within?: City; said?: City },
): number[] {
  const isFor = (mask: number): boolean =>
    (within === undefined || mask === 0 || (mask & cityBits[within]) !== 0) &&
    (said === undefined || (mask & cityBits[said]) !== 0);
  const own = city === null ? 0 : cityBits[city];
  const places = masks
    .filter(isFor)
    .flatMap((mask) => [openToAll + mask, ...((mask & own) === 0 ? [] : [mask])]);
  return treatments.flatMap((treatment) =>
    places.map((place) => treatmentCodes[treatment] * perTreatment + place),
  );
}
