import PDFDocument from 'pdfkit';
import { fontOf, runsOf, settable, type Run, type Weight } from './fonts.server';

/** Colours of design/tokens.css (a test compares them); a PDF knows no variables. */
export const colour = {
  ink: '#14211c',
  inkSoft: '#43514b',
  line: '#ded9ce',
  paper: '#fbf8f2',
  surface: '#ffffff',
  brand: '#0f5b51',
  brandSoft: '#e2eee9',
  accent: '#ad4e26',
  accentSoft: '#fbebdf',
} as const;

/** How a text is set; sizes in points. */
export interface Style {
  readonly size: number;
  /** From one baseline to the next. */
  readonly leading: number;
  readonly weight: Weight;
  readonly colour: string;
}

/** A4, in points. */
export const page = { width: 595.28, height: 841.89, side: 62, top: 66, bottom: 70 } as const;
export const bodyWidth = page.width - 2 * page.side;

export interface SheetOptions {
  /** Names no person. */
  readonly title: string;
  readonly author: string;
  /** BCP 47. */
  readonly language: string;
  readonly madeAt: Date;
}

/** An element of the structure: a heading, a paragraph, a list. */
export type Element = PDFKit.PDFStructureElement;

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Pages that are filled from the top: where the next line stands, and the tags by which a screen reader finds its way. Every
 * line is measured and set here, because one line may need fonts of several scripts.
 */
export interface Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly root: Element;
  /** Those that a line has used. */
  readonly fonts: Set<string>;
  /** The upper edge of what comes next, from the top of the page. */
  y: number;
}

export function openSheet({ title, author, language, madeAt }: SheetOptions): Sheet {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    // None of the fonts that every reader has: what is used is embedded.
    font: '',
    bufferPages: true,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    lang: language,
    info: { Title: title, Author: author, Creator: author, CreationDate: madeAt },
  });
  const root = doc.struct('Document');
  doc.addStructure(root);
  return { doc, root, fonts: new Set(), y: page.top };
}

/** An element of the structure, below another one or at its top. */
export function addElement(sheet: Sheet, type: string, parent: Element = sheet.root): Element {
  const made = sheet.doc.struct(type);
  parent.add(made);
  return made;
}

/** Begins a page unless there is room; says whether it did. */
export function needRoom(sheet: Sheet, height: number): boolean {
  if (page.height - page.bottom - sheet.y >= height) return false;
  sheet.doc.addPage();
  sheet.y = page.top;
  return true;
}

function useFont({ doc, fonts }: Sheet, { script }: Run, { weight, size }: Style): void {
  const name = `${script} ${weight}`;
  // By its name a font is embedded as one subset. pdfkit takes an opened font as well, which its types do not say.
  if (!fonts.has(name)) doc.registerFont(name, fontOf(script, weight) as unknown as Buffer);
  fonts.add(name);
  doc.font(name).fontSize(size);
}

export const widthOf = (sheet: Sheet, text: string, style: Style): number =>
  runsOf(text).reduce((sum, run) => {
    useFont(sheet, run, style);
    return sum + sheet.doc.widthOfString(run.text);
  }, 0);

/** The lines of a text in a width: broken at spaces, and within what is longer than a line. */
export function wrap(sheet: Sheet, text: string, style: Style, width: number): string[] {
  const space = widthOf(sheet, ' ', style);
  return settable(text)
    .split('\n')
    .flatMap((paragraph) => {
      const lines: string[] = [];
      let line = '';
      let used = 0;
      const words = paragraph.trim().split(/ +/);
      for (const part of words.flatMap((word) => partsOf(sheet, word, style, width))) {
        const long = widthOf(sheet, part, style);
        const joins = line !== '' && used + space + long <= width;
        if (line !== '' && !joins) lines.push(line);
        used = joins ? used + space + long : long;
        line = joins ? `${line} ${part}` : part;
      }
      return [...lines, line];
    });
}

function partsOf(sheet: Sheet, word: string, style: Style, width: number): string[] {
  if (widthOf(sheet, word, style) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const { segment } of segments.segment(word)) {
    const long = widthOf(sheet, segment, style);
    if (part !== '' && used + long > width) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += segment;
    used += long;
  }
  return [...parts, part];
}

/** Sets one line with its baseline at `y`, as a part of an element of the structure; null: it only decorates. */
export function setLine(
  sheet: Sheet,
  text: string,
  at: { readonly x: number; readonly y: number },
  style: Style,
  element: Element | null,
): void {
  const { doc } = sheet;
  if (element) element.add(doc.markStructureContent('Span'));
  else doc.markContent('Artifact', { type: 'Pagination' });
  let { x } = at;
  for (const run of runsOf(settable(text))) {
    useFont(sheet, run, style);
    doc.fillColor(style.colour);
    doc.text(run.text, x, at.y, { lineBreak: false, baseline: 'alphabetic' });
    x += doc.widthOfString(run.text);
  }
  doc.endMarkedContent();
}

/** Sets lines one below the other, on as many pages as they need. */
export function setLines(
  sheet: Sheet,
  lines: readonly string[],
  style: Style,
  element: Element,
  x: number = page.side,
): void {
  lines.forEach((line, index) => {
    // Two lines at least stand at the foot and at the head of a page.
    const isPair = index === 0 || index === lines.length - 2;
    needRoom(sheet, Math.min(isPair ? 2 : 1, lines.length - index) * style.leading);
    setLine(sheet, line, { x, y: sheet.y + baselineIn(style) }, style, element);
    sheet.y += style.leading;
  });
}

/** A text as one element of the structure. */
export function setText(
  sheet: Sheet,
  words: string,
  style: Style,
  type: string,
  parent?: Element,
): void {
  const lines = wrap(sheet, words, style, bodyWidth);
  setLines(sheet, lines, style, addElement(sheet, type, parent));
}

/** Draws what only decorates. */
export function decorate({ doc }: Sheet, draw: (doc: PDFKit.PDFDocument) => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc.save();
  draw(doc);
  doc.restore();
  doc.endMarkedContent();
}

/** A hairline from side to side. */
export const drawRule = (sheet: Sheet): void =>
  decorate(sheet, (doc) => {
    const { y } = sheet;
    doc
      .lineWidth(0.7)
      .moveTo(page.side, y)
      .lineTo(page.width - page.side, y)
      .stroke(colour.line);
  });

/** Ends the document; `onPage` draws on every page, once all of them are there. */
export async function closeSheet(
  { doc }: Sheet,
  onPage: (number: number, count: number) => void,
): Promise<Buffer> {
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index);
    onPage(index + 1, count);
  }
  doc.end();
  const chunks: Buffer[] = [];
  for await (const chunk of doc) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** From the upper edge of a line to its baseline: the letters stand in the middle of their leading. */
export const baselineIn = ({ size, leading }: Style): number => (leading + size * 0.66) / 2;
