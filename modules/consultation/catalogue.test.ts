import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leadFieldsSchema } from './schemas';
import * as catalogue from './catalogue';
import { eachOpen, nothingStated, openFields } from './values';

const texts = JSON.parse(
  readFileSync(new URL('../../languages/en/messages/catalogue.json', import.meta.url), 'utf8'),
) as Record<string, string>;

const valid = { treatment: 'dental', subTreatment: 'Root Canal', bodyArea: 'mouth' };

describe('the catalogue', () => {
  const lists: Array<readonly [catalogue.CatalogueList, readonly string[]]> = [
    ['category', catalogue.categories],
    ['sub-treatment', catalogue.subTreatments],
    ['body-area', catalogue.bodyAreas],
    ['city', catalogue.cities],
    ...openFields.map((fact) => [fact, catalogue.openLists[fact]] as const),
    ['priority', catalogue.priorities],
    ['specialty', catalogue.specialties],
    ['age-band', catalogue.ageBands],
    ['gender', catalogue.genders],
  ];

  it.each(lists)('has a text for every %s and no text without a value', (list, values) => {
    const keys = Object.keys(texts).filter((key) => key.startsWith(`catalogue.${list}.`));
    expect(keys.sort()).toEqual(values.map((value) => catalogue.labelKey(list, value)).sort());
  });

  it.each(['sub-treatment', 'city', 'specialty'] as const)(
    'has the value itself as the English text of every %s',
    (list) => {
      for (const value of lists.find(([name]) => name === list)![1])
        expect(texts[catalogue.labelKey(list, value)]).toBe(value);
    },
  );

  it('labels budgets in US dollars', () => {
    for (const budget of catalogue.budgets)
      expect(texts[catalogue.labelKey('budget', budget)]).toContain('$');
  });

  it('matches specialties to categories both ways', () => {
    expect(catalogue.categoriesOf(['Plastic Surgery', 'Dermatology'])).toEqual([
      'cosmetic',
      'dermatology',
    ]);
    expect(catalogue.categoriesOf(['Cardiology', 'Other'])).toEqual([]);
  });

  it('knows priorities and values', () => {
    expect(catalogue.timelines.map(catalogue.priorityOf)).toEqual([
      'high',
      'high',
      'medium',
      'medium',
      'low',
    ]);
    expect(catalogue.priorityOf(null)).toBe('low');
    expect(catalogue.budgets.map((budget) => catalogue.leadValueOf(budget)! / 100)).toEqual([
      750, 3_000, 7_500, 15_000, 25_000,
    ]);
  });
});

describe('the fields of a request', () => {
  it('fills what may be left open', () => {
    const filled = {
      description: '',
      photos: [],
      locations: [],
      ...nothingStated,
      patientInfo: null,
    };
    for (const left of [{}, nothingStated, eachOpen(() => '')])
      expect(leadFieldsSchema.parse({ ...valid, ...left })).toEqual({ ...valid, ...filled });
  });

  it('accepts a sub-treatment and an area of its own category only', () => {
    for (const category of catalogue.categories)
      for (const other of catalogue.categories) {
        const result = leadFieldsSchema.safeParse({
          treatment: category,
          subTreatment: catalogue.subTreatmentsOf[other][0],
          bodyArea: catalogue.bodyAreasOf[other][0],
        });
        expect(result.success).toBe(category === other);
        if (!result.success)
          expect(result.error.issues.map((issue) => issue.path[0])).toEqual([
            'subTreatment',
            'bodyArea',
          ]);
      }
  });

  it.each([
    ['an unknown key', { extra: 1 }],
    ['an unknown city', { locations: ['Izmir'] }],
    ...openFields.map((fact): [string, object] => [`an unknown ${fact}`, { [fact]: '1' }]),
    ['notes over the limit', { description: 'x'.repeat(4_001) }],
    ['eleven photos', { photos: Array.from({ length: 11 }, () => crypto.randomUUID()) }],
    ['a photo that is no id', { photos: ['../etc/passwd'] }],
    ['an unknown word about the patient', { patientInfo: { weight: 1 } }],
  ])('refuses %s', (_name, more) => {
    expect(leadFieldsSchema.safeParse({ ...valid, ...more }).success).toBe(false);
  });

  it('cleans text and drops repeats', () => {
    const photo = crypto.randomUUID();
    const lead = leadFieldsSchema.parse({
      ...valid,
      description: ' caf\u0065\u0301\u0000\r\nline\u202e ',
      photos: [photo, photo],
      locations: ['Ankara', 'Ankara'],
      patientInfo: { allergies: '  ' },
    });
    expect(lead.description).toBe('caf\u00e9\nline');
    expect(lead.photos).toEqual([photo]);
    expect(lead.locations).toEqual(['Ankara']);
    expect(lead.patientInfo).toBeNull();
  });

  it('counts notes after cleaning', () => {
    expect(
      leadFieldsSchema.safeParse({ ...valid, description: `${'x\r\n'.repeat(2_000)}` }).success,
    ).toBe(true);
  });
});
