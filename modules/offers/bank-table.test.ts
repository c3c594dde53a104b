import { describe, expect, it } from 'vitest';
import { readBankTable, requirePlausible } from './bank-table';
import { bankXml } from './testing';

const read = (xml: string) => readBankTable(Buffer.from(xml));

describe('the table of the bank', () => {
  it('is read as the bank writes it', () => {
    expect(read(bankXml('2026-11-27', { USD: '1.1612', JPY: '181.26' }))).toEqual({
      day: '2026-11-27',
      rates: [
        { currency: 'USD', perEuro: '1.1612' },
        { currency: 'JPY', perEuro: '181.26' },
      ],
    });
  });

  const whole = bankXml('2026-11-27', { USD: '1.1612' });
  const cube = "<Cube currency='USD' rate='1.1612'/>";
  const day = "<Cube time='2026-11-27'>";
  const inside = (words: string) => whole.replace(cube, words);

  it.each<[string, string]>([
    ['nothing', ''],
    ['no XML', 'currency,rate\nUSD,1.1612'],
    ['a page', '<!doctype html><html><body>Sorry</body></html>'],
    ['a page that is XML', '<html><body>Sorry</body></html>'],
    ['JSON', '{"USD":1.1612}'],
    ['entities of its own', whole.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>')],
    ['another encoding', whole.replace('UTF-8', 'UTF-16')],
    ['bytes of none', `${whole}\u0000`],
    ['an open tag', whole.slice(0, whole.indexOf(cube) + 9)],
    ['an open quote', inside("<Cube currency='USD rate=1/>")],
    ['no day', whole.replace(day, '<Cube>')],
    ['two days', inside(`${cube}<Cube time='2026-11-26'/>`)],
    ['a day that is none', whole.replace('2026-11-27', '2026-02-30')],
    ['a time', whole.replace('2026-11-27', '2026-11-27T10:00')],
    ['no rate', inside('')],
    ['a currency before the day', whole.replace(day, `${cube}${day}`)],
    ['a currency twice', inside(cube + cube)],
    ['the euro', inside("<Cube currency='EUR' rate='1'/>")],
    ['a currency that is none', inside("<Cube currency='US' rate='1'/>")],
    ['small letters', inside("<Cube currency='usd' rate='1'/>")],
    ['markup in a currency', inside("<Cube currency='&lt;b&gt;' rate='1'/>")],
    ['no figure', inside("<Cube currency='USD'/>")],
    ['no currency', inside("<Cube rate='1'/>")],
    ...['0', '0.0', '-1.1', '1e9', 'NaN', '1,16', '99999999', '1.1234567', ''].map(
      (figure) =>
        [`the figure '${figure}'`, inside(`<Cube currency='USD' rate='${figure}'/>`)] as [
          string,
          string,
        ],
    ),
    ['another element', inside(`<script/>${cube}`)],
    [
      'a thousand currencies',
      bankXml('2026-11-27', Object.fromEntries(codes(1_000).map((code) => [code, '1']))),
    ],
  ])('is refused with %s', (_what, xml) => {
    expect(() => read(xml)).toThrow(/^the table of rates was not taken: /);
  });

  it.each([
    ['tags', '<'.repeat(250_000)],
    ['attributes', `<Cube ${'a='.repeat(120_000)}>`],
    ['quotes', `<Cube ${'\'"'.repeat(120_000)}`],
    ['cubes', '<Cube>'.repeat(40_000)],
    ['references', `<Cube time='${'&#x'.repeat(80_000)}'/>`],
  ])('takes no time to refuse 250 KB of %s', (_what, xml) => {
    const before = process.cpuUsage();
    expect(() => read(xml)).toThrow();
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });
});

/** AAA, AAB, … */
function codes(count: number): string[] {
  const letter = (n: number) => String.fromCharCode(65 + (n % 26));
  return Array.from(
    { length: count },
    (_, n) => letter(Math.floor(n / 676)) + letter(Math.floor(n / 26)) + letter(n),
  );
}

describe('a table after another one', () => {
  const table = (day: string, figure: string) => ({
    day,
    rates: [
      { currency: 'USD', perEuro: figure },
      { currency: 'GBP', perEuro: '0.87' },
    ],
  });
  const next = (day: string, figure: string, kept = table('2026-11-26', '1')) =>
    requirePlausible(table(day, figure), kept, '2026-11-27');

  it.each(['0.5', '0.9', '1.1', '1.5'])('may say %s where it said 1', (figure) => {
    expect(() => next('2026-11-27', figure)).not.toThrow();
  });

  it.each(['0.49', '1.51', '100'])('may not say %s where it said 1', (figure) => {
    expect(() => next('2026-11-27', figure)).toThrow('change');
  });

  it('may not be of a day that is still to come', () => {
    expect(() => next('2026-11-28', '1')).toThrow('future');
    expect(() => requirePlausible(table('2026-11-28', '1'), null, '2026-11-27')).toThrow('future');
  });

  it('may say anything a month later, and when it is the first', () => {
    expect(() => next('2026-11-27', '9', table('2026-10-27', '1'))).not.toThrow();
    expect(() => next('2026-11-27', '9', table('2026-10-28', '1'))).toThrow('change');
    expect(() => requirePlausible(table('2026-11-27', '9'), null, '2026-11-27')).not.toThrow();
  });
});
