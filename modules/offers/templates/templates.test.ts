import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { subTreatmentSchema } from '#contracts/consultation';
import { templateOf } from '../templates';

const treatments = subTreatmentSchema.options;
const messages = JSON.parse(
  readFileSync(new URL('../../../messages/en/offers.json', import.meta.url), 'utf8'),
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
    for (const { key, source } of templateOf(one).slice(6)) {
      expect(source?.title, key).toMatch(/\w{3}/);
      expect(source?.address, key).toMatch(/^https?:\/\/[\w.-]+\.\w+\//);
      expect(source?.opened, key).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(new Date(source!.opened).toISOString().slice(0, 10), key).toBe(source!.opened);
      expect(source!.opened <= today, key).toBe(true);
    }
  });

  it('decide in more than half of the treatments', () => {
    const own = treatments.filter((one) => templateOf(one).length > 6);
    expect(own.length).toBeGreaterThan(treatments.length / 2);
  });
});
