import { describe, expect, it } from 'vitest';
import { siteContentSchema } from '#contracts/content';
import { defaultContent } from '../../modules/content/queries.server';
import { hasText, text } from '../text';
import {
  entriesOf,
  exchanged,
  inOneLine,
  isConfirmed,
  moved,
  parts,
  typedInto,
  valueOf,
  type PartField,
} from './parts';

const keys = Object.keys(siteContentSchema.shape) as Array<keyof typeof parts>;

describe('the forms of the site', () => {
  it.each(keys)('has a form for %s that takes what is shown and gives it back', (key) => {
    const part = parts[key];
    const value = valueOf(part, entriesOf(part, defaultContent[key]));
    expect(siteContentSchema.shape[key].parse(value)).toEqual(defaultContent[key]);
  });

  it.each(keys)('asks for every field of %s, with words for it and its choices', (key) => {
    const { fields } = parts[key];
    const [entry = parts[key].blank!] = entriesOf(parts[key], defaultContent[key]);
    const names = fields.map(({ name }) => name);
    expect([...names, 'confirmed'].sort()).toEqual(
      [...new Set([...Object.keys(entry!), 'confirmed'])].sort(),
    );
    const words = fields.flatMap(({ name, choices = [] }) => [
      `console.content.field.${name}`,
      ...choices.map((choice) => `console.content.choice.${choice}`),
    ]);
    expect([`console.content.part_of.${key}`, ...words].filter((word) => !hasText(word))).toEqual(
      [],
    );
  });

  it.each(keys)('allows as many entries of %s, and as long ones, as the site takes', (key) => {
    const { most, fields, blank } = parts[key];
    const filled = Object.fromEntries(
      fields.map((field) => [field.name, field.choices?.[0] ?? full(field)]),
    );
    const one = { ...blank, ...filled };
    const value = most === null ? one : Array.from({ length: most }, () => one);
    const fits = (what: unknown) => siteContentSchema.shape[key].safeParse(what).success;
    expect(fits(value)).toBe(true);
    if (most !== null) expect(fits([...(value as unknown[]), one])).toBe(false);
  });
});

const full = (field: PartField): unknown => {
  const text = longest(field.name, field.max);
  if (field.moment) return typedInto(field, '2027-01-01T10:00');
  return field.words ? { en: text, tr: text } : text;
};

/** As long as a field takes it; an e-mail address has its own form. */
const longest = (name: string, max: number): string =>
  name === 'email' ? 'help@example.org' : 'x'.repeat(max);

describe('entries', () => {
  const [a, b, c] = [{ label: 'a' }, { label: 'b' }, { label: 'c' }];

  it('move past their neighbour and stay at the ends', () => {
    expect(moved([a, b, c], 0, 1)).toEqual([b, a, c]);
    expect(moved([a, b, c], 2, -1)).toEqual([a, c, b]);
    expect(moved([a, b, c], 2, 1)).toEqual([a, b, c]);
    expect(moved([a, b, c], 0, -1)).toEqual([a, b, c]);
  });

  it('are exchanged one at a time', () => {
    expect(exchanged([a, b], 1, c)).toEqual([a, c]);
  });

  it('keep nothing typed into an optional field as nothing', () => {
    const field = { name: 'email', max: 10 };
    expect(typedInto({ ...field, optional: true }, '  ')).toBeNull();
    expect(typedInto({ ...field, optional: true }, 'a')).toBe('a');
    expect(typedInto(field, '')).toBe('');
  });

  it('say whether somebody vouched for them, and what they say', () => {
    expect(isConfirmed({ confirmed: true })).toBe(true);
    expect(isConfirmed({ email: null })).toBeNull();
    expect(
      inOneLine(text, parts.figures, { key: 'patients', value: '50K+', confirmed: false }),
    ).toBe('Patients · 50K+');
  });
});
