import { readXml, type Token } from './read-xml';
import { unfit } from './refusal';

type Open = Extract<Token, { kind: 'open' }>;

const macroTypes = /macroenabled|vbaproject|vbadata|office\.vba/i;
/** Parts whose content Word takes for a document of its own, scripts and all. */
const imported = /\/afchunk$/i;
/** Begins another place than the document itself: a share, a host, a scheme. */
const elsewhere = /^\s*(?:[\\/]{2}|[a-z][a-z0-9+.-]*:)/i;
const plainLink = /^https?:\/\/[^\\]+$/i;
const hidden = /[\s\u00a0\u00ad\u200b-\u200f\u2060\ufeff"'\\]/g;

/** What may still be read of a document. */
export interface WordBudget {
  /** Tags and pieces of text. */
  tokens: number;
}

/**
 * Refuses what one part of a Word document would make its reader do: macros under any name, whatever is fetched from
 * elsewhere but links that a person follows, and fields that start programs (security 54). Takes its part of `budget`.
 *
 * @throws AppError `unsupported_file_type`, `validation_failed` (no XML)
 */
export function checkWordPart(xml: string, budget: WordBudget): void {
  const fields = new FieldWatch();
  for (const token of readXml(xml)) {
    budget.tokens -= 1;
    if (budget.tokens < 0) throw unfit('archive');
    if (token.kind === 'open') checkTag(token);
    fields.see(token);
  }
  fields.end();
}

function checkTag({ name, attributes }: Open): void {
  if (name === 'override' || name === 'default') {
    if (macroTypes.test(attributes.get('contenttype') ?? '')) throw unfit('macros');
  } else if (name === 'relationship') checkRelationship(attributes);
}

function checkRelationship(attributes: Open['attributes']): void {
  const type = (attributes.get('type') ?? '').trim();
  const target = attributes.get('target') ?? '';
  if (macroTypes.test(type)) throw unfit('macros');
  if (imported.test(type)) throw unfit('linked');
  const mode = (attributes.get('targetmode') ?? '').trim().toLowerCase();
  const isOutside = (mode !== '' && mode !== 'internal') || elsewhere.test(target);
  if (!isOutside) return;
  if (/\/attachedtemplate$/i.test(type)) throw unfit('template');
  if (!/\/hyperlink$/i.test(type) || !plainLink.test(target.trim())) throw unfit('linked');
}

/** So much of an instruction says what it does. */
const telling = 16;

/**
 * Puts together the instructions of fields, which may be split over any number of runs and lie within each other. Of each
 * it keeps the beginning, of all together everything.
 */
class FieldWatch {
  /** Beginnings, without what is not seen. */
  #open: string[] = [];
  readonly #all: string[] = [];
  #inside = 0;

  see(token: Token): void {
    if (token.kind === 'text') {
      if (this.#inside > 0) this.#add(token.text.replace(hidden, ''));
    } else if (/^(?:del)?instrtext$/.test(token.name)) {
      this.#inside = token.kind === 'open' ? 1 : 0;
    } else if (token.kind === 'open' && token.name === 'fldsimple') {
      this.#judge((token.attributes.get('instr') ?? '').replace(hidden, ''));
    } else if (token.kind === 'open' && token.name === 'fldchar') this.#mark(token);
  }

  end(): void {
    for (const instruction of this.#open) this.#judge(instruction);
    const all = this.#all.join('');
    if (/ddeauto/i.test(all)) throw unfit('fields');
    this.#judge(all);
  }

  #add(text: string): void {
    this.#all.push(text);
    const begun = this.#open.pop() ?? '';
    this.#open.push(begun.length < telling ? begun + text.slice(0, telling) : begun);
  }

  #mark({ attributes }: Open): void {
    const type = attributes.get('fldchartype')?.toLowerCase();
    if (type === 'begin') this.#open.push('');
    else if (type === 'separate') this.#judge(this.#open.at(-1) ?? '');
    else if (type === 'end') this.#judge(this.#open.pop() ?? '');
  }

  #judge(instruction: string): void {
    if (/^dde/i.test(instruction)) throw unfit('fields');
  }
}
