import { readFileSync } from 'node:fs';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { textOfPdf } from '#platform/files/document';
import type { Handover } from './content';
import { handoverDocument } from './document';
import { canSet, documentPdf } from './pdf.server';

const handoverPdf = (...of: Parameters<typeof handoverDocument>) =>
  documentPdf(handoverDocument(...of));
import { bodyWidth, colour, page } from './sheet.server';
import { emptyHandover, fullHandover, longHandover, turkishHandover, wordsIn } from './testing';

const english = wordsIn('en');
const turkish = wordsIn('tr');

const open = async (pdf: Buffer): Promise<PDFDocumentProxy> =>
  getDocument({ data: new Uint8Array(pdf) }).promise;

interface Item {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly width: number;
  readonly transform: readonly number[];
}

async function itemsOf(document: PDFDocumentProxy, number: number): Promise<Item[]> {
  const { items } = await (await document.getPage(number)).getTextContent();
  return items as Item[];
}

/** The text of each page, a line feed after each line. */
async function pagesOf(pdf: Buffer): Promise<string[]> {
  const document = await open(pdf);
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const pages = await Promise.all(numbers.map((number) => itemsOf(document, number)));
  return pages.map((items) => items.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join(''));
}

const textOf = async (handover: Handover, words = english): Promise<string> =>
  (await pagesOf(await handoverPdf(handover, words))).join('\n');

describe('the PDF of a handover', () => {
  it('says what was offered, done and used, and whom to ask', async () => {
    const text = await textOf(fullHandover);
    for (const said of [
      'Handover pack',
      'Request R-48213',
      'What was offered',
      '$3,200',
      '$3,450.50',
      '10 crowns',
      'Zirconia, IPS e.max ZirCAD',
      'Extra, $250.50',
      'No root canal treatment is needed. Otherwise $90 more.',
      '60 months',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      'What was done',
      'October 14, 2026',
      'Both sides',
      'What was used',
      'Ivoclar Vivadent',
      'Z03K8V',
      'Eat nothing hard for three days.',
      'Whom to ask',
      'Dr Selin Yıldız, Dentist in charge',
      '+90 532 555 01 45',
      'In an emergency, call 112 (Türkiye) first.',
      'It is no medical advice',
    ])
      expect(text).toContain(said);
  });

  it('says of all that may be missing that it was not given', async () => {
    const text = await textOf(emptyHandover);
    expect(text.match(/not given/g)).toHaveLength(21);
    expect(text).toContain('Emergency number: not given.');
  });

  it('spells Turkish as it is, in both weights, and every currency', async () => {
    // Before it, another document took the same letters in another order.
    await handoverPdf(fullHandover, english);
    const text = await textOf(turkishHandover, turkish);
    for (const said of [
      'Tedavi sonrası dosyası',
      'Iğdır Şükrü Çağlayan',
      'İzmir Gülüş Kliniği',
      'Dr. Işıl Öztürk',
      '₺125.000',
      '₺132.500,50',
      'Üç gün boyunca sert bir şey yemeyin.',
      'belirtilmedi',
    ])
      expect(text).toContain(said);
    for (const [currency, sign] of [
      ['USD', '$'],
      ['EUR', '€'],
      ['GBP', '£'],
      ['TRY', '₺'],
    ] as const) {
      const price = { cents: 1_250_000, currency };
      const handover = { ...emptyHandover, offered: { ...emptyHandover.offered, price } };
      expect(await textOf(handover, turkish)).toContain(`${sign}12.500`);
      // Lira are written out in English, as on the pages.
      const written = currency === 'TRY' ? 'TRY 12,500' : `${sign}12,500`;
      expect(await textOf(handover)).toContain(written);
    }
  });

  it('is read by the reader of documents as well', async () => {
    const { readings, isPartial } = textOfPdf(await handoverPdf(fullHandover, english));
    expect(isPartial).toBe(false);
    expect(readings.join('\n')).toContain('Amelia Hughes');
  });

  it('is the same for the same handover, whatever was made in between', async () => {
    const first = await handoverPdf(turkishHandover, turkish);
    await handoverPdf(longHandover, english);
    expect((await handoverPdf(turkishHandover, turkish)).equals(first)).toBe(true);
    const later = { ...turkishHandover, madeAt: '2026-10-15T09:31:00.000Z' };
    expect((await handoverPdf(later, turkish)).equals(first)).toBe(false);
  });

  it('goes on over as many pages as it takes, each with its head, its foot and its number', async () => {
    const pages = await pagesOf(await handoverPdf(longHandover, english));
    expect(pages.length).toBeGreaterThan(4);
    pages.forEach((text, index) => {
      expect(text).toContain('Request R-48213');
      expect(text).toContain('Made on October 15, 2026');
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
    });
    const all = pages.join('\n');
    for (let line = 1; line <= 40; line += 1) expect(all).toContain(`Line ${line} of the offer`);
    for (let lot = 1_000; lot < 1_020; lot += 1) expect(all).toContain(`LOT-${lot}`);
    expect(all).toContain('End of the plan.');
    // A table that goes on says once more what its columns are.
    expect(pages[1]).toContain('In the price');
  });

  it('keeps every word on the page, however long', async () => {
    const word = 'a'.repeat(400);
    const handover: Handover = {
      ...fullHandover,
      patient: { name: word, language: 'en' },
      used: {
        ...fullHandover.used,
        plan: `${word} and on`,
        materials: [{ name: word.repeat(12), maker: word, lot: word }],
      },
    };
    const document = await open(await handoverPdf(handover, english));
    for (let number = 1; number <= document.numPages; number += 1)
      for (const { str, width, transform } of await itemsOf(document, number)) {
        expect(transform[4]! + width, str).toBeLessThanOrEqual(page.side + bodyWidth + 1);
        expect(transform[5]!, str).toBeGreaterThan(20);
      }
  });
});

describe('the file', () => {
  it('has a title and a language, and has no name outside its pages', async () => {
    const document = await open(await handoverPdf(turkishHandover, turkish));
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({
      Title: 'Tedavi sonrası dosyası: Talep R-48213',
      Author: 'Salvia',
      Creator: 'Salvia',
      Language: 'tr',
      CreationDate: 'D:20261015093000Z',
    });
    expect(JSON.stringify(info)).not.toMatch(/Iğdır|Işıl|İzmir|kron/);
  });

  it('is tagged, so that a screen reader finds headings, lists and tables', async () => {
    const document = await open(await handoverPdf(fullHandover, english));
    expect((await document.getMarkInfo()) as unknown as Map<string, boolean>).toContainEqual([
      'Marked',
      true,
    ]);
    const tree = JSON.stringify(await (await document.getPage(1)).getStructTree());
    for (const role of ['H1', 'H2', 'L', 'LI', 'Lbl', 'LBody', 'Table', 'TR', 'TH', 'TD'])
      expect(tree).toContain(`"role":"${role}"`);
  });

  it("embeds a part of the product's own font and needs no other", async () => {
    const pdf = await handoverPdf(turkishHandover, turkish);
    const text = pdf.toString('latin1');
    expect(text.match(/\/FontFile2 /g)).toHaveLength(4);
    expect(text).toMatch(/\/BaseFont \/[A-Z]{6}\+SourceSans3-Regular/);
    expect(text).not.toMatch(/Helvetica|Times-Roman/);
    expect(pdf.length).toBeLessThan(80_000);
  });

  it('has the colours of the product', () => {
    const tokens = readFileSync('design/tokens.css', 'utf8');
    for (const [name, value] of Object.entries(colour)) {
      const token = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      expect(tokens).toContain(`--color-${token}: ${value};`);
    }
  });
});

describe('what the font can set', () => {
  const named = (name: string): Handover => ({
    ...fullHandover,
    patient: { ...fullHandover.patient, name },
  });

  it.each([
    ['Turkish', 'Iğdır Şükrü Çağlayan'],
    ['Polish', 'Łukasz Żółć'],
    ['Russian', 'Алёна Щербакова'],
    ['Greek', 'Ευάγγελος Ωμέγα'],
    ['Vietnamese', 'Nguyễn Thị Hường'],
    ['letters with marks of their own', 'S\u0327u\u0308kru\u0308'],
    ['spaces and hyphens of other widths', 'A\u2009B\u202fC\u2011D\u200bE\tF'],
  ])('is %s', async (_name, name) => {
    expect(canSet(named(name))).toBe(true);
    const words = name.normalize('NFC').split(/[^\p{L}]/u)[0]!;
    expect(await textOf(named(name))).toContain(words);
  });

  it.each([
    ['Arabic', 'ليلى حداد'],
    ['Hebrew', 'נועה לוי'],
    ['Chinese', '王小明'],
    ['Devanagari', 'आशा'],
    ['a picture among the words', 'Ann 🙂'],
  ])('is not %s', (_name, name) => {
    expect(canSet(named(name))).toBe(false);
    const plan = { ...fullHandover, used: { ...fullHandover.used, plan: `Rest. ${name}` } };
    expect(canSet(plan)).toBe(false);
  });

  it('is every word of the document itself', () => {
    for (const locale of ['en', 'tr']) {
      const words = JSON.parse(
        readFileSync(`languages/${locale}/messages/handover.json`, 'utf8'),
      ) as object;
      expect(canSet(named(Object.values(words).join(' ')))).toBe(true);
    }
  });
});
