import {
  cities,
  leadValueOf,
  priorityOf,
  type Budget,
  type Category,
  type City,
  type Priority,
  type RequestFacts,
} from '#contracts/consultation';

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

export const priorityCodes: Record<Priority, number> = { high: 1, medium: 2, low: 3 };
export const budgetCodes: Record<Budget, number> = {
  'under-1000': 1,
  '1000-5000': 2,
  '5000-10000': 3,
  '10000-20000': 4,
  'over-20000': 5,
};

// What is no longer on offer has no code: nobody looks where it stands.
const codeIn = <K extends string>(codes: Record<K, number>, value: K): number =>
  (codes as Partial<Record<K, number>>)[value] ?? 0;

const maskOf = (named: readonly City[]): number =>
  named.reduce((mask, city) => mask | codeIn(cityBits, city), 0);

/** Where a listing stands. */
export interface Standing {
  readonly shelf: number;
  readonly priority: number;
  /** 0 without a budget that is on offer. */
  readonly budget: number;
}

export const standingOf = (facts: RequestFacts & { readonly widened: boolean }): Standing => ({
  shelf:
    codeIn(treatmentCodes, facts.treatment) * perTreatment +
    (facts.widened || facts.locations.length === 0 ? openToAll : 0) +
    maskOf(facts.locations),
  priority: priorityCodes[priorityOf(facts.timeline)],
  budget: leadValueOf(facts.budget) === null ? 0 : budgetCodes[facts.budget!],
});

const masks = Array.from({ length: 2 ** cities.length }, (_, subset) =>
  maskOf(cities.filter((_city, bit) => (subset & (1 << bit)) !== 0)),
);

/**
 * The shelves of these treatments that a clinic in `city` sees (null: none that patients can name); with `named`, those
 * of them whose requests name all of these cities.
 */
export function shelvesOf(
  treatments: readonly Category[],
  { city, named = [] }: { city: City | null; named?: readonly City[] },
): number[] {
  const wanted = maskOf(named);
  const own = city === null ? 0 : cityBits[city];
  const places = masks
    .filter((mask) => (mask & wanted) === wanted)
    .flatMap((mask) => [openToAll + mask, ...((mask & own) === 0 ? [] : [mask])]);
  return treatments.flatMap((treatment) =>
    places.map((place) => treatmentCodes[treatment] * perTreatment + place),
  );
}
