import { describe, expect, it } from 'vitest';
import { handoverBundle } from './fhir.server';
import { handoverDocument } from './document';
import { fullHandover, wordsIn } from './testing';

const textsOf = (locale: 'ar' | 'de') => {
  const { summary, sections } = handoverDocument(fullHandover, wordsIn(locale));
  const pairs = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'pairs' ? block.pairs : [])),
  );
  return [...summary, ...pairs].map(({ value }) => value.text);
};

describe('a handover', () => {
  it('keeps numbers and signs of currencies in their order where it is read from right to left', () => {
    const texts = textsOf('ar');
    expect(texts).toContain('\u2068+90 212 555 01 44\u2069');
    expect(texts.filter((text) => /\d{3}/.test(text) && text.includes('US$'))).not.toEqual([]);
    for (const text of texts.filter((one) => one.includes('US$')))
      expect(text).toContain('\u2068US$\u2069');
    expect(texts).toContain('Dental، Upper teeth');
    expect(texts).toContain('\u2068Boğaziçi Dental Clinic\u2069');
  });

  it('has no signs of direction where it needs none', () => {
    const texts = textsOf('de');
    expect(texts.join('')).not.toMatch(/[\u2066-\u2069]/);
    expect(texts).toContain('+90 212 555 01 44');
    expect(texts).toContain('Dental, Upper teeth');
  });

  it('says its direction in the narrative for other systems', () => {
    const html = (locale: 'ar' | 'de') =>
      JSON.stringify(handoverBundle(fullHandover, wordsIn(locale)));
    expect(html('ar')).toContain('xml:lang=\\"ar\\" dir=\\"rtl\\"');
    expect(html('de')).not.toContain('dir=');
  });
});
