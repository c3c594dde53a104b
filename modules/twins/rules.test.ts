import { describe, expect, it } from 'vitest';
import {
  goneIdOf,
  keyedHash,
  licenceValue,
  phoneValue,
  sameNumbers,
  sharedNumbers,
  textMark,
  websiteValue,
} from './rules';

describe('a licence number', () => {
  it.each([
    ['TR-12 345', 'tr12345'],
    ['tr.12345', 'tr12345'],
    ['İST-34/0114', 'ist340114'],
    ['ＴＲ１２３４５', 'tr12345'],
    ['none', null],
    ['n/a', null],
    ['A-1', null],
  ])('%s is compared as %s', (text, value) => {
    expect(licenceValue(text)).toBe(value);
  });
});

it('a phone is compared by its digits', () => {
  expect(phoneValue('+90 (212) 555-0101')).toBe('902125550101');
  expect(phoneValue('112')).toBeNull();
});

describe('a website', () => {
  it.each([
    ['https://www.Example.com/', 'example.com'],
    ['http://example.com/en/about?x=1', 'example.com'],
    ['https://www.instagram.com/Some.Clinic/', 'instagram.com/some.clinic'],
    ['https://instagram.com/', null],
    [null, null],
    ['no address', null],
  ])('%s is compared as %s', (text, value) => {
    expect(websiteValue(text)).toBe(value);
  });
});

const text = `We are a small clinic by the sea. Our dentists place implants and crowns, and every plan is made from a scan of
your jaw by the dentist who treats you. You stay in a hotel nearby, and a driver meets you at the airport.`;

describe('a description', () => {
  it('is known again where some words are changed, and not where it is another', () => {
    const one = textMark(text)!;
    const changed = textMark(text.replace('by the sea', 'near the sea').toUpperCase())!;
    expect(sharedNumbers(one.signature, changed.signature)).toBeGreaterThanOrEqual(sameNumbers);
    expect(one.bands.some((band, n) => band === changed.bands[n])).toBe(true);
    const other = textMark(
      `Hair transplants by one team since 2009. You meet the surgeon the day before, and a nurse calls you every week for
three months afterwards. Our house has twelve rooms and a garden, and breakfast is served until noon.`,
    )!;
    expect(sharedNumbers(one.signature, other.signature)).toBeLessThan(sameNumbers / 2);
  });

  it('of a few words is no mark', () => {
    expect(textMark('Best clinic in town!')).toBeNull();
    expect(textMark('ha '.repeat(200))).toBeNull();
  });
});

it('a keyed hash needs the secret, and is of one kind', () => {
  expect(keyedHash('a', 'licence', 'x1')).not.toBe(keyedHash('b', 'licence', 'x1'));
  expect(keyedHash('a', 'licence', 'x1')).not.toBe(keyedHash('a', 'document', 'x1'));
  expect(goneIdOf('a', 'x')).toBe(goneIdOf('a', 'x'));
  expect(goneIdOf('a', 'x')).not.toBe(goneIdOf('b', 'x'));
});
