import { describe, expect, it } from 'vitest';
import { locales } from '#platform/base/locale';
import { textIn } from '#app/i18n/server';
import { countryCodeOf, searchedPlace, shownPlace } from './place.server';

const istanbul = { address: 'Büyükdere Cad. 112, Şişli', city: 'İstanbul', country: 'Turkey' };
const linesIn = (locale: 'en' | 'tr' | 'de' | 'ar', place: Parameters<typeof shownPlace>[1]) =>
  shownPlace(textIn(locale), place).lines;

describe('a place', () => {
  it('has the names of its city and country in the language of its reader', () => {
    expect(linesIn('en', istanbul)).toEqual([istanbul.address, 'Istanbul', 'Türkiye']);
    expect(linesIn('de', istanbul)).toEqual([istanbul.address, 'Istanbul', 'Türkei']);
    expect(linesIn('tr', istanbul)).toEqual([istanbul.address, 'İstanbul', 'Türkiye']);
    expect(linesIn('ar', istanbul)).toEqual([istanbul.address, 'إسطنبول', 'تركيا']);
  });

  it('stands in one line with the comma of that language, each part in its own direction', () => {
    expect(shownPlace(textIn('de'), istanbul).line).toBe(
      'Büyükdere Cad. 112, Şişli, Istanbul, Türkei',
    );
    expect(shownPlace(textIn('ar'), istanbul).line).toBe(
      '\u2068Büyükdere Cad. 112, Şişli\u2069، \u2067\u2068إسطنبول\u2069، \u2068تركيا\u2069\u2069',
    );
  });

  it.each([
    ['Váci utca 12', 'Budapest', 'Hungary', ['Budapest', 'Váci utca 12', 'Hungary']],
    ['江南區 12', '서울', 'South Korea', ['서울', '江南區 12', 'South Korea']],
    ['12 Gangnam-daero', 'Seoul', 'South Korea', ['12 Gangnam-daero', 'Seoul', 'South Korea']],
    ['Sheikh Zayed Road 1', 'Dubai', 'United Arab Emirates', null],
    // What the street says already is not said twice.
    [
      'Cinnah Cad. 5, Çankaya/ANKARA',
      'Ankara',
      'Turkey',
      ['Cinnah Cad. 5, Çankaya/ANKARA', 'Türkiye'],
    ],
    ['Neuankara 5', 'ankara', 'Germany', ['Neuankara 5', 'Ankara', 'Germany']],
    // Of no list of ours: as it was typed.
    ['', 'Springfield', 'Atlantis', ['Springfield', 'Atlantis']],
  ])('at %j in %s, %s has the order of its country', (address, city, country, lines) =>
    expect(linesIn('en', { address, city, country })).toEqual(lines ?? [address, city, country]),
  );

  it('may lack each part', () => {
    expect(linesIn('ar', { address: null, city: null, country: null })).toEqual([]);
    expect(shownPlace(textIn('ar'), { address: null, city: null, country: null }).line).toBe('');
  });

  it('is looked for on maps in the words of the clinic', () => {
    expect(searchedPlace(istanbul)).toBe('Büyükdere Cad. 112, Şişli, İstanbul, Turkey');
    expect(searchedPlace({ ...istanbul, address: '' })).toBe('İstanbul, Turkey');
  });
});

it.each([...locales.map((one) => textIn(one)('country.DE')), 'Germany', ' germany '])(
  'finds the country of %j',
  (name) => expect(countryCodeOf(name)).toBe('DE'),
);
it('knows no country by another name', () => expect(countryCodeOf('Atlantis')).toBeNull());
