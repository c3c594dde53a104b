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

type Element = PDFKit.PDFStructureElement;

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Pages that are filled from the top: where the next line stands, where a page ends, and the tags by which a screen reader
 * finds its way. Every line is measured and set here, because one line may need fonts of several scripts.
 */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  /** The upper edge of what comes next. */
  y: number = page.top;
  private readonly root: Element;

  constructor({ title, author, language, madeAt }: SheetOptions) {
    this.doc = new PDFDocument({
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
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
  }

  /** An element of the structure, below another one or at its top. */
  element(type: string, parent: Element = this.root): Element {
    const made = this.doc.struct(type);
    parent.add(made);
    return made;
  }

  get left(): number {
    return page.height - page.bottom - this.y;
  }

  /** Begins a page unless there is room; says whether it did. */
  need(height: number): boolean {
    if (this.left >= height) return false;
    this.doc.addPage();
    this.y = page.top;
    return true;
  }

  private use({ script }: Run, { weight, size }: Style): void {
    // pdfkit takes an opened font as well, which its types do not say; the name keeps one subset a document.
    const font = fontOf(script, weight) as unknown as Buffer;
    this.doc.font(font, `${script} ${weight}`).fontSize(size);
  }

  widthOf(text: string, style: Style): number {
    return runsOf(text).reduce((sum, run) => {
      this.use(run, style);
      return sum + this.doc.widthOfString(run.text);
    }, 0);
  }

  /** The lines of a text in a width: broken at spaces, and within what is longer than a line. */
  wrap(text: string, style: Style, width: number): string[] {
    const space = this.widthOf(' ', style);
    return settable(text)
      .split('\n')
      .flatMap((paragraph) => {
        const lines: string[] = [];
        let line = '';
        let used = 0;
        for (const word of paragraph.trim().split(/ +/)) {
          for (const part of this.partsOf(word, style, width)) {
            const long = this.widthOf(part, style);
            const joins = line !== '' && part !== '' && used + space + long <= width;
            if (line !== '' && !joins) lines.push(line);
            used = joins ? used + space + long : long;
            line = joins ? `${line} ${part}` : part;
          }
        }
        return [...lines, line];
      });
  }

  private partsOf(word: string, style: Style, width: number): string[] {
    if (this.widthOf(word, style) <= width) return [word];
    const parts: string[] = [];
    let part = '';
    for (const { segment } of segments.segment(word)) {
      if (part !== '' && this.widthOf(part + segment, style) > width) {
        parts.push(part);
        part = '';
      }
      part += segment;
    }
    return [...parts, part];
  }

  /** Sets one line with its baseline at `y`, as a part of an element of the structure or of what only decorates. */
  set(text: string, at: { x: number; y: number }, style: Style, element: Element | null): void {
    if (element) element.add(this.doc.markStructureContent('Span'));
    else this.doc.markContent('Artifact', { type: 'Pagination' });
    let { x } = at;
    for (const run of runsOf(settable(text))) {
      this.use(run, style);
      this.doc.fillColor(style.colour);
      this.doc.text(run.text, x, at.y, { lineBreak: false, baseline: 'alphabetic' });
      x += this.doc.widthOfString(run.text);
    }
    this.doc.endMarkedContent();
  }

  /** Sets lines one below the other, on as many pages as they need. */
  lines(lines: readonly string[], style: Style, element: Element, x: number = page.side): void {
    lines.forEach((line, index) => {
      // Two lines at least stand at the foot and at the head of a page.
      const isPair = index === 0 || index === lines.length - 2;
      this.need(Math.min(isPair ? 2 : 1, lines.length - index) * style.leading);
      this.set(line, { x, y: this.y + baselineIn(style) }, style, element);
      this.y += style.leading;
    });
  }

  /** A text as one element. */
  text(words: string, style: Style, type: string, parent?: Element): void {
    this.lines(this.wrap(words, style, bodyWidth), style, this.element(type, parent));
  }

  /** Draws what only decorates. */
  decorate(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    this.doc.save();
    draw(this.doc);
    this.doc.restore();
    this.doc.endMarkedContent();
  }

  rule(stroke: string = colour.line): void {
    this.decorate((doc) =>
      doc
        .lineWidth(0.7)
        .moveTo(page.side, this.y)
        .lineTo(page.width - page.side, this.y)
        .stroke(stroke),
    );
  }

  /** Draws on every page once all of them are there. */
  async end(onPage: (number: number, count: number) => void): Promise<Buffer> {
    const { count } = this.doc.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.doc.switchToPage(index);
      onPage(index + 1, count);
    }
    this.doc.end();
    const chunks: Buffer[] = [];
    for await (const chunk of this.doc) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }
}

/** From the upper edge of a line to its baseline: the letters stand in the middle of their leading. */
export const baselineIn = ({ size, leading }: Style): number => (leading + size * 0.66) / 2;
