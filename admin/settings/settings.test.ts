import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { knownSettings } from '../../workflows/console/known-settings';
import { hasText, text } from '../text';
import {
  allCountries,
  countryName,
  lengthInWords,
  lengthOf,
  toMs,
  isSameValue,
  rebase,
  valueAt,
  withValueAt,
} from './value';
import { emptyEntry, fieldsOf } from './fields';

const schemaOf = (key: string) =>
  z.toJSONSchema(knownSettings.get(key)!.definition.schema, {
    io: 'input',
    unrepresentable: 'any',
  });
const all = [...knownSettings.keys()];

describe('the form of a setting', () => {
  it.each(all)('knows what every field of %s asks for, and has words for it', (key) => {
    const fields = fieldsOf(schemaOf(key));
    expect(fields.length).toBeGreaterThan(0);
    const parts = fields.flatMap((field) => [field, ...(field.parts ?? [])]);
    expect(parts.filter(({ kind }) => kind === 'unknown')).toEqual([]);
    const wanted = [
      'title',
      'text',
      ...fields.map(({ path }) => `field.${path.join('.') || 'value'}`),
      ...fields.flatMap(({ path }) =>
        path.length > 1 ? [`field.${path.slice(0, -1).join('.')}`] : [],
      ),
      ...fields.flatMap(({ path, parts = [] }) =>
        parts.map((part) => `field.${[...path, 'entry', ...part.path].join('.')}`),
      ),
    ].map((word) => `console.settings.of.${key}.${word}`);
    expect(wanted.filter((word) => !hasText(word))).toEqual([]);
  });

  it.each(all)('gives the defaults of %s back unchanged when nothing is typed', (key) => {
    const { definition } = knownSettings.get(key)!;
    const value: unknown = definition.defaults('production');
    const kept = fieldsOf(schemaOf(key)).reduce(
      (now, { path }) => withValueAt(now, path, valueAt(value, path)),
      value,
    );
    expect(definition.schema.safeParse(kept)).toMatchObject({ success: true, data: value });
  });

  it('asks for the entries of a list field by field, and begins a new one with nothing chosen', () => {
    const [list] = fieldsOf(schemaOf('clinic-onboarding.required-documents'));
    expect(list).toMatchObject({ path: [], kind: 'list' });
    expect(list!.parts!.map(({ path, kind }) => [path[0], kind])).toEqual([
      ['kind', 'choice'],
      ['countries', 'countries'],
      ['specialties', 'choices'],
      ['from', 'date'],
    ]);
    expect(emptyEntry(list!.parts!)).toEqual({
      kind: 'health-tourism-authorisation',
      countries: [],
      specialties: [],
      from: '',
    });
  });

  it('tells lengths of time, shares and special lists apart from plain numbers', () => {
    const kinds = (key: string) =>
      Object.fromEntries(fieldsOf(schemaOf(key)).map(({ path, kind }) => [path.join('.'), kind]));
    expect(kinds('clinic-onboarding.windows')).toEqual({
      reminder: 'duration',
      escalation: 'duration',
      businessDays: 'count',
    });
    expect(kinds('clinic-onboarding.calendar')).toEqual({
      timeZone: 'time-zone',
      holidays: 'dates',
      workdays: 'workdays',
    });
    expect(kinds('identity.sms-policy')).toEqual({ enabled: 'switch', countries: 'countries' });
    expect(kinds('identity.send-risk')['unused.ofUsed']).toBe('share');
    expect(fieldsOf(schemaOf('leads.offer-cap'))).toEqual([
      { path: [], kind: 'count', min: 1, max: 50 },
    ]);
  });
});

describe('a length of time', () => {
  it.each([
    [15_000, 15, 'seconds'],
    [600_000, 10, 'minutes'],
    [5_400_000, 90, 'minutes'],
    [86_400_000, 24, 'hours'],
    [172_800_000, 2, 'days'],
    [1_500, 1.5, 'seconds'],
  ] as const)('of %i ms is %f %s, and back', (ms, amount, unit) => {
    expect(lengthOf(ms)).toEqual({ amount, unit });
    expect(toMs({ amount, unit })).toBe(ms);
  });

  it('is said in words', () => {
    expect(lengthInWords(text, 86_400_000)).toBe('24 hours');
    expect(lengthInWords(text, 60_000)).toBe('1 minute');
  });
});

describe('countries', () => {
  it('have names, each once, and no unions or codes that were given up', () => {
    const codes = allCountries().map(({ code }) => code);
    const names = allCountries().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(codes).toEqual(expect.arrayContaining(['TR', 'DE', 'US', 'GG', 'AX']));
    for (const none of ['EU', 'UN', 'ZZ', 'DD', 'SU', 'UK', 'YU'])
      expect(codes).not.toContain(none);
    expect(countryName('TR')).toMatch(/^T/);
    expect(countryName('??')).toBe('??');
  });

  it('hold every country that codes are sent to', () => {
    const { countries } = knownSettings.get('identity.sms-policy')!.definition.defaults('demo') as {
      countries: string[];
    };
    const known = new Set(allCountries().map(({ code }) => code));
    expect(countries.filter((code) => !known.has(code))).toEqual([]);
  });
});

describe('a value', () => {
  it('is the same in another order of its names, and not with other ones', () => {
    expect(isSameValue({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true);
    expect(isSameValue({ a: 1 }, { a: 2 })).toBe(false);
    expect(isSameValue([1, 2], [2, 1])).toBe(false);
  });

  it('changes at one place and keeps the rest', () => {
    const before = { a: { b: 1, c: 2 }, d: 3 };
    expect(withValueAt(before, ['a', 'b'], 9)).toEqual({ a: { b: 9, c: 2 }, d: 3 });
    expect(withValueAt(5, [], 6)).toBe(6);
    expect(before.a.b).toBe(1);
  });
});

describe('what was typed over a setting that another person has changed', () => {
  const paths = [['a'], ['b', 'c']];
  const base = { a: 1, b: { c: 1 }, d: 1 };

  it('stays in the fields that were typed in, and the others take what stands there now', () => {
    const now = { a: 2, b: { c: 2 }, d: 2 };
    const typed = { a: 1, b: { c: 3 }, d: 1 };
    expect(rebase(paths, { base, typed, now })).toEqual({ a: 2, b: { c: 3 }, d: 2 });
    expect(rebase(paths, { base, typed, now: base })).toEqual(typed);
  });

  it('is a whole value where the setting has one field', () => {
    expect(rebase([[]], { base: 5, typed: 3, now: 7 })).toBe(3);
    expect(rebase([[]], { base: 5, typed: 5, now: 7 })).toBe(7);
  });
});
