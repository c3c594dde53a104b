import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { subTreatmentSchema } from '#contracts/consultation';
import { templateOf } from '../templates';
import { units } from '../values';

const treatments = subTreatmentSchema.options;
const messages = JSON.parse(
  readFileSync(new URL('../../../languages/en/messages/offers.json', import.meta.url), 'utf8'),
) as Record<string, string>;
const generic = ['consultation', 'procedure', 'anaesthesia', 'medication', 'follow-up', 'revision'];
const today = new Date().toISOString().slice(0, 10);

describe('the lines of offers', () => {
  it('are there for all 31 treatments', () => {
    expect(treatments).toHaveLength(31);
  });

  it.each(treatments)(
    'of %s: the six generic ones first, each once, each with its words',
    (one) => {
      const lines = templateOf(one);
      const keys = lines.map(({ key }) => key);
      expect(keys.slice(0, 6)).toEqual(generic);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.filter((key) => !messages[`offers.item.${key}`])).toEqual([]);
    },
  );

  it.each(treatments)('of %s: every other one names a page and the day it was opened', (one) => {
    const own = templateOf(one).slice(6);
    for (const { key, source } of own.filter(({ isOptional }) => !isOptional)) {
      expect(source?.title, key).toMatch(/\w{3}/);
      expect(source?.address, key).toMatch(/^https?:\/\/[\w.-]+\.\w+\//);
      expect(source?.opened, key).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(new Date(source!.opened).toISOString().slice(0, 10), key).toBe(source!.opened);
      expect(source!.opened <= today, key).toBe(true);
    }
  });

  it.each(treatments)(
    'of %s: what is optional comes last, and the procedure can be counted',
    (one) => {
      const lines = templateOf(one);
      const optional = lines.filter(({ isOptional }) => isOptional);
      expect(optional.map(({ key }) => key)).toEqual(['hotel', 'transfer', 'interpreter']);
      expect(lines.slice(-3)).toEqual(optional);
      expect(lines.find(({ key }) => key === 'procedure')?.units?.length).toBeGreaterThan(0);
    },
  );

  it('are counted in units that have their words', () => {
    const kinds = ['unit', 'count', 'each'];
    const missing = units.flatMap((unit) =>
      kinds.filter((kind) => !messages[`offers.${kind}.${unit}`]).map((kind) => [kind, unit]),
    );
    expect(missing).toEqual([]);
  });

  it('decide in more than half of the treatments', () => {
    const own = treatments.filter((one) => templateOf(one).length > 9);
    expect(own.length).toBeGreaterThan(treatments.length / 2);
  });
});
