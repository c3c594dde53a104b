import { openDocx } from './docx.server';
import { readXml, xmlText, type Token } from './read-xml';

/** What a document says, and whether something in it was not read. */
export interface WordText {
  readonly text: string;
  /** It holds an object of another program, whose words are not read. */
  readonly isPartial: boolean;
}

/** What is typed for the properties of a document; the rest of them are counts and dates. */
const properties = new Set(['title', 'subject', 'creator', 'keywords', 'description', 'category']);
const breaks = new Set(['p', 'br', 'cr', 'tr']);
/** Shown to who points at a picture or follows a link. */
const spoken = ['descr', 'title', 'instr'];

/**
 * All words of a Word document that was looked at before: its text with headers, notes and comments, what pictures are
 * called, where links lead, and its properties. Belongs into the process that takes files apart.
 *
 * @throws AppError `validation_failed` (damaged)
 */
export async function textOfDocx(bytes: Buffer): Promise<WordText> {
  const parts: string[] = [];
  let isPartial = false;
  for await (const { name, read } of openDocx(bytes)) {
    if (/(^|\/)(embeddings|activex)\//.test(name)) isPartial = true;
    else if (/^word\/.*\.(?:xml|vml)$/.test(name)) parts.push(wordsOf(xmlText(await read())));
    else if (name.endsWith('.rels')) parts.push(linksOf(xmlText(await read())));
    else if (name === 'docprops/core.xml') parts.push(propertiesOf(xmlText(await read())));
  }
  return { text: parts.join('\n'), isPartial };
}

function wordsOf(xml: string): string {
  let text = '';
  for (const token of readXml(xml)) {
    if (token.kind === 'text') text += token.text;
    else if (breaks.has(token.name)) text += '\n';
    else if (token.name === 'tab') text += ' ';
    text += attributesOf(token, spoken);
  }
  return text;
}

const attributesOf = (token: Token, names: readonly string[]): string =>
  token.kind === 'open'
    ? names
        .map((name) => token.attributes.get(name))
        .reduce<string>((text, value) => (value ? `${text}\n${value}\n` : text), '')
    : '';

/** Links to other places; the parts of the document itself are no words. */
function linksOf(xml: string): string {
  let text = '';
  for (const token of readXml(xml))
    if (token.kind === 'open' && token.attributes.has('targetmode'))
      text += attributesOf(token, ['target']);
  return text;
}

function propertiesOf(xml: string): string {
  let text = '';
  let inside = false;
  for (const token of readXml(xml)) {
    if (token.kind === 'text') text += inside ? token.text : '';
    else {
      inside = token.kind === 'open' && properties.has(token.name);
      text += '\n';
    }
  }
  return text;
}
