import { textsIn, type Handover } from './content';
import { type Block, type Given, type HandoverDocument, type Pair, type Section } from './document';
import { canSetText } from './fonts.server';
import {
  addElement,
  baselineIn,
  bodyWidth,
  closeSheet,
  colour,
  decorate,
  drawRule,
  needRoom,
  openSheet,
  page,
  setLine,
  setLines,
  setText,
  widthOf,
  wrap,
  type Element,
  type Sheet,
  type Style,
} from './sheet.server';

type TableBlock = Extract<Block, { kind: 'table' }>;

const style = {
  brand: { size: 12, leading: 16, weight: 'semibold', colour: colour.brand },
  heading: { size: 27, leading: 34, weight: 'semibold', colour: colour.ink },
  lead: { size: 13, leading: 19, weight: 'regular', colour: colour.ink },
  section: { size: 15.5, leading: 21, weight: 'semibold', colour: colour.brand },
  part: { size: 10.5, leading: 15.5, weight: 'semibold', colour: colour.ink },
  body: { size: 10.5, leading: 15.5, weight: 'regular', colour: colour.ink },
  label: { size: 10.5, leading: 15.5, weight: 'regular', colour: colour.inkSoft },
  small: { size: 9, leading: 13, weight: 'regular', colour: colour.inkSoft },
  strong: { size: 11, leading: 16, weight: 'semibold', colour: colour.ink },
  notice: { size: 11.5, leading: 17, weight: 'semibold', colour: colour.accent },
} as const satisfies Record<string, Style>;

/** Between the columns of a table, and of a label and its value. */
const gutter = 14;
const labelWidth = 160;

/** Whether the product's font has every letter of a handover. Where it has not, the page to print takes the PDF's place. */
export const canSet = (handover: Handover): boolean => textsIn(handover).every(canSetText);

/**
 * The handover pack as a PDF: A4, tagged for screen readers, its font embedded. The same document gives the same
 * bytes. Letters that the font lacks would be left out: ask {@link canSet} first.
 */
export async function documentPdf(said: HandoverDocument): Promise<Buffer> {
  const sheet = openSheet({
    title: said.title,
    author: said.brand,
    language: said.locale,
    madeAt: new Date(said.madeAt),
  });
  drawTop(sheet, said);
  for (const section of said.sections) {
    const part = addElement(sheet, 'Sect');
    sheet.y += 20;
    needRoom(sheet, roomOf(section));
    decorate(sheet, (doc) => doc.rect(page.side, sheet.y, 28, 2.5).fill(colour.brand));
    sheet.y += 9;
    setText(sheet, section.title, style.section, 'H2', part);
    sheet.y += 5;
    for (const block of section.blocks) drawBlock(sheet, block, part);
  }
  return closeSheet(sheet, (number, count) => {
    const pages = said.page.replace('{page}', String(number)).replace('{pages}', String(count));
    drawFoot(sheet, said, pages);
    if (number > 1) drawHead(sheet, said);
  });
}

/**
 * What a section needs of the page on which it begins: all of it where it is as short as the one that says whom to ask,
 * otherwise its heading with what follows, so that no heading ends a page.
 */
function roomOf({ blocks }: Section): number {
  const row = style.body.leading + 9;
  const whole = blocks.reduce((sum, block) => {
    if (block.kind === 'pairs') return sum + block.pairs.length * row + 8;
    return sum + (block.kind === 'notice' ? 70 : page.height);
  }, 40);
  return whole < page.height / 2 ? whole : 95;
}

/** The product's mark (public/favicon.svg) on a field of 32. */
function drawMark(sheet: Sheet, x: number, y: number, side: number): void {
  decorate(sheet, (doc) => {
    doc.translate(x, y).scale(side / 32);
    doc.roundedRect(0, 0, 32, 32, 8).fill(colour.brand);
    doc.path('M8 23.5C7 13.5 13 7.5 24.5 7.5c.5 10.5-5 16.5-13 15.5').fill(colour.surface);
    doc.lineWidth(2).lineCap('round');
    doc.path('M7.5 26c2.5-6 6-10 11-13').stroke(colour.brand);
    doc.path('M7.5 26c.7-1.7 1.5-3.3 2.4-4.7').stroke(colour.surface);
  });
}

function drawTop(sheet: Sheet, said: HandoverDocument): void {
  drawMark(sheet, page.side, 44, 24);
  const brand = addElement(sheet, 'P');
  setLine(sheet, said.brand, { x: page.side + 32, y: 60 }, style.brand, brand);
  const at = page.width - page.side - widthOf(sheet, said.request, style.label);
  setLine(sheet, said.request, { x: at, y: 60 }, style.label, addElement(sheet, 'P'));
  sheet.y = 92;
  setText(sheet, said.heading, style.heading, 'H1');
  sheet.y += 2;
  setText(sheet, said.lead, style.lead, 'P');
  sheet.y += 14;
  drawSummary(sheet, said.summary);
  sheet.y += 14;
  setText(sheet, said.record, style.small, 'P');
}

/** Label above value, three beside each other, on a tinted field. */
function drawSummary(sheet: Sheet, summary: readonly Pair[]): void {
  const columns = 3;
  const pad = 16;
  const width = (bodyWidth - 2 * pad - (columns - 1) * gutter) / columns;
  const cells = summary.map(({ label, value }) => ({
    label: wrap(sheet, label, style.small, width),
    value: wrap(sheet, value.text, style.strong, width),
    isMissing: value.isMissing,
  }));
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  );
  const heightOf = (row: typeof cells): number =>
    Math.max(
      ...row.map(
        ({ label, value }) =>
          label.length * style.small.leading + value.length * style.strong.leading,
      ),
    );
  const height = rows.reduce((sum, row) => sum + heightOf(row), 0) + (rows.length - 1) * 12;
  const bottom = sheet.y + height + 2 * pad;
  decorate(sheet, (doc) =>
    doc.roundedRect(page.side, sheet.y, bodyWidth, height + 2 * pad, 8).fill(colour.brandSoft),
  );
  const list = addElement(sheet, 'L');
  let top = sheet.y + pad;
  for (const row of rows) {
    row.forEach(({ label, value, isMissing }, column) => {
      const x = page.side + pad + column * (width + gutter);
      const item = addElement(sheet, 'LI', list);
      sheet.y = top;
      setLines(sheet, label, style.small, addElement(sheet, 'Lbl', item), x);
      const how = isMissing ? style.label : style.strong;
      setLines(sheet, value, how, addElement(sheet, 'LBody', item), x);
    });
    top += heightOf(row) + 12;
  }
  sheet.y = bottom;
}

function drawBlock(sheet: Sheet, block: Block, part: Element): void {
  switch (block.kind) {
    case 'pairs':
      drawPairs(sheet, block.pairs, part);
      return;
    case 'table':
      drawTable(sheet, block, part);
      return;
    case 'list':
      drawList(sheet, block, part);
      return;
    case 'prose':
      drawProse(sheet, block, part);
      return;
    case 'notice':
      drawNotice(sheet, block.value, part);
  }
}

const valueStyle = ({ isMissing }: Given): Style => (isMissing ? style.label : style.body);

function drawPairs(sheet: Sheet, pairs: readonly Pair[], part: Element): void {
  const list = addElement(sheet, 'L', part);
  const width = bodyWidth - labelWidth - gutter;
  for (const { label, value, more } of pairs) {
    const item = addElement(sheet, 'LI', list);
    drawRow(sheet, [
      {
        lines: wrap(sheet, label, style.label, labelWidth),
        x: page.side,
        style: style.label,
        element: addElement(sheet, 'Lbl', item),
      },
      {
        lines: wrap(sheet, value.text, style.body, width),
        more: more ? wrap(sheet, more, style.small, width) : [],
        x: page.side + labelWidth + gutter,
        style: valueStyle(value),
        element: addElement(sheet, 'LBody', item),
      },
    ]);
  }
  sheet.y += 8;
}

interface Cell {
  readonly lines: readonly string[];
  readonly x: number;
  readonly style: Style;
  readonly element: Element;
  /** Its second line, smaller. */
  readonly more?: readonly string[];
}

const heightOf = ({ lines, style: { leading }, more = [] }: Cell): number =>
  lines.length * leading + more.length * style.small.leading;

/**
 * Cells side by side over a hairline. They stay on one page where one can hold them; otherwise each line goes on where there
 * is room. `onPage` draws what every page of a table begins with.
 */
function drawRow(sheet: Sheet, cells: readonly Cell[], onPage?: () => void): void {
  const height = Math.max(...cells.map(heightOf)) + 9;
  if (height <= page.height - page.top - page.bottom - 60 && needRoom(sheet, height)) onPage?.();
  sheet.y += 4;
  const rows = Math.max(...cells.map(({ lines, more = [] }) => lines.length + more.length));
  for (let index = 0; index < rows; index += 1) {
    if (needRoom(sheet, style.body.leading)) onPage?.();
    let leading = 0;
    for (const cell of cells) {
      const isMore = index >= cell.lines.length;
      const line = isMore ? cell.more?.[index - cell.lines.length] : cell.lines[index];
      if (line === undefined) continue;
      const how = isMore ? style.small : cell.style;
      setLine(sheet, line, { x: cell.x, y: sheet.y + baselineIn(how) }, how, cell.element);
      leading = Math.max(leading, how.leading);
    }
    sheet.y += leading;
  }
  sheet.y += 4;
  drawRule(sheet);
}

function drawTable(sheet: Sheet, { columns, rows }: TableBlock, part: Element): void {
  const places = columns.map(({ share }, column) => ({
    x: page.side + bodyWidth * columns.slice(0, column).reduce((sum, one) => sum + one.share, 0),
    width: bodyWidth * share - (column === columns.length - 1 ? 0 : gutter),
  }));
  const table = addElement(sheet, 'Table', part);
  const head = addElement(sheet, 'TR', table);
  const titles = columns.map(({ title }, column) => ({
    lines: wrap(sheet, title, style.small, places[column]!.width),
    x: places[column]!.x,
    style: style.small,
  }));
  drawRow(
    sheet,
    titles.map((title) => ({ ...title, element: addElement(sheet, 'TH', head) })),
  );
  // On the next page the titles are repeated for the eye only.
  const onPage = (): void => {
    for (const { lines, x } of titles)
      lines.forEach((line, index) => {
        const y = sheet.y + index * style.small.leading + baselineIn(style.small);
        setLine(sheet, line, { x, y }, style.small, null);
      });
    sheet.y += Math.max(...titles.map(({ lines }) => lines.length)) * style.small.leading + 4;
    drawRule(sheet);
  };
  for (const row of rows) {
    const element = addElement(sheet, 'TR', table);
    const cells = row.map(([first, second], column) => {
      const { x, width } = places[column]!;
      return {
        lines: wrap(sheet, first!.text, style.body, width),
        more: second ? wrap(sheet, second.text, style.small, width) : [],
        x,
        style: valueStyle(first!),
        element: addElement(sheet, 'TD', element),
      };
    });
    drawRow(sheet, cells, onPage);
  }
  sheet.y += 12;
}

/** Over a list or a text, and never without its first line. */
function drawPartTitle(sheet: Sheet, title: string, part: Element): void {
  needRoom(sheet, 3 * style.part.leading);
  setText(sheet, title, style.part, 'P', part);
  sheet.y += 2;
}

function drawList(
  sheet: Sheet,
  { title, items }: Extract<Block, { kind: 'list' }>,
  part: Element,
): void {
  drawPartTitle(sheet, title, part);
  const list = addElement(sheet, 'L', part);
  for (const { text } of items) {
    const lines = wrap(sheet, text, style.body, bodyWidth - gutter);
    const item = addElement(sheet, 'LI', list);
    needRoom(sheet, Math.min(2, lines.length) * style.body.leading);
    setLine(
      sheet,
      '•',
      { x: page.side + 2, y: sheet.y + baselineIn(style.body) },
      style.body,
      addElement(sheet, 'Lbl', item),
    );
    setLines(sheet, lines, style.body, addElement(sheet, 'LBody', item), page.side + gutter);
    sheet.y += 3;
  }
  sheet.y += 9;
}

function drawProse(
  sheet: Sheet,
  { title, paragraphs }: Extract<Block, { kind: 'prose' }>,
  part: Element,
): void {
  drawPartTitle(sheet, title, part);
  for (const { text } of paragraphs) {
    setText(sheet, text, style.body, 'P', part);
    sheet.y += 5;
  }
  sheet.y += 7;
}

function drawNotice(sheet: Sheet, { text, isMissing }: Given, part: Element): void {
  const pad = 14;
  const how = isMissing ? style.label : style.notice;
  const lines = wrap(sheet, text, how, bodyWidth - 2 * pad);
  const height = lines.length * how.leading + 2 * pad;
  sheet.y += 4;
  needRoom(sheet, height);
  const bottom = sheet.y + height;
  const fill = isMissing ? colour.paper : colour.accentSoft;
  decorate(sheet, (doc) => doc.roundedRect(page.side, sheet.y, bodyWidth, height, 8).fill(fill));
  sheet.y += pad;
  setLines(sheet, lines, how, addElement(sheet, 'P', part), page.side + pad);
  sheet.y = bottom + 8;
}

/** From the second page on: what this is a page of. */
function drawHead(sheet: Sheet, { heading, request }: HandoverDocument): void {
  const at = page.width - page.side - widthOf(sheet, request, style.small);
  setLine(sheet, heading, { x: page.side, y: 42 }, style.small, null);
  setLine(sheet, request, { x: at, y: 42 }, style.small, null);
}

function drawFoot(sheet: Sheet, { made }: HandoverDocument, pages: string): void {
  const y = page.height - 34;
  const at = page.width - page.side - widthOf(sheet, pages, style.small);
  sheet.y = page.height - 52;
  drawRule(sheet);
  setLine(sheet, made, { x: page.side, y }, style.small, null);
  setLine(sheet, pages, { x: at, y }, style.small, null);
}
