import { bodyAreas, categories, cities, openLists, subTreatments } from './catalogue';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eachOpen } from './values';
import { noChoices, readChoices } from './wizard.machine';
import { choicesSchema } from './schemas';

const oneOf = (list: readonly string[]) => fc.constantFrom(...list, null);
const fitting = fc.record({
  category: oneOf(categories),
  subTreatment: oneOf(subTreatments),
  bodyArea: oneOf(bodyAreas),
  locations: fc.array(fc.constantFrom(...cities), { maxLength: 4 }),
  ...eachOpen((fact) => oneOf(openLists[fact])),
});
const spoilt = fc
  .tuple(
    fitting,
    fc.constantFrom(...Object.keys(noChoices), 'more'),
    fc.constantFrom(undefined, '', 'no such', 1, [], ['Izmir'], {}, 'dental', null),
    fc.boolean(),
  )
  .map(([choices, key, value, gone]) => {
    const kept: Record<string, unknown> = { ...choices, [key]: value };
    if (gone) delete kept[key];
    return kept;
  });
const anything = fc.oneof(fitting, spoilt, fc.constantFrom(null, undefined, 0, '', 'x', [], {}));

it('reads kept choices as the schema does', () => {
  fc.assert(
    fc.property(anything, (kept) => {
      expect(readChoices(kept)).toEqual(choicesSchema.safeParse(kept).data ?? null);
    }),
    { seed: 1, numRuns: 2_000 },
  );
});
