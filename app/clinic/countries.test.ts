import names from 'react-phone-number-input/locale/en';
import { expect, it } from 'vitest';
import { defaultCountry } from '#contracts/clinic-onboarding';
import { textIn } from '#app/i18n/server';
import { countryIn, countryOptions } from './countries';

const [en, tr] = [textIn('en'), textIn('tr')];

it('shows each country in the words of the reader, and one stored in other words as it is', () => {
  expect([countryIn(en, 'Turkey'), countryIn(tr, 'Turkey')]).toEqual(['Türkiye', 'Türkiye']);
  expect(countryIn(tr, 'Deutschland')).toBe('Deutschland');
});

it('offers all of them under their English names, which are kept', () => {
  const english = countryOptions({ t: en, locale: 'en' }, undefined);
  const renamed: Record<string, string> = { Turkey: 'Türkiye' };
  for (const { value, label } of english) expect(label).toBe(renamed[value] ?? value);
  const turkish = countryOptions({ t: tr, locale: 'tr' }, undefined);
  expect(turkish.map(({ value }) => value).sort()).toEqual(
    english.map(({ value }) => value).sort(),
  );
  expect(english.map(({ value }) => value)).toContain(defaultCountry);
  expect(english.map(({ value }) => value)).not.toContain(names.ZZ);
});

it('goes by the alphabet of the reader', () => {
  const labels = countryOptions({ t: tr, locale: 'tr' }, undefined).map(({ label }) => label);
  const of = (name: string) => labels.indexOf(name);
  expect(of('Çin')).toBeGreaterThan(of('Cibuti'));
  expect(of('İtalya')).toBeGreaterThan(of('Irak'));
  expect(of('Şili')).toBeGreaterThan(of('Svalbard ve Jan Mayen'));
});

it('keeps a country on the list that was stored in other words', () => {
  const options = countryOptions({ t: tr, locale: 'tr' }, 'Deutschland');
  expect(options[0]).toEqual({ value: 'Deutschland', label: 'Deutschland' });
  expect(countryOptions({ t: tr, locale: 'tr' }, 'Germany')).toHaveLength(options.length - 1);
});
