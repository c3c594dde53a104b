/** Stands between codes where a font leaves a gap as wide as a space, and where the place changes. No byte. */
export const space = '\ue001';
export const newPlace = '\ue002';

/** What reading may still take of a file. */
export interface Budget {
  /** Codes. */
  text: number;
  /** Strings and operators of text. */
  steps: number;
}

const escapes: Record<string, string> = { n: '\n', r: '\n', t: ' ', b: '', f: '' };

/** The characters of a literal string, `(…)`, without its brackets. */
export const literal = (text: string): string =>
  text.replace(/\\(?:([0-7]{1,3})|(\r\n|[^]))/g, (_all, octal?: string, sign?: string) => {
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    return sign === '\n' || sign === '\r\n' ? '' : (escapes[sign ?? ''] ?? sign ?? '');
  });

/** The characters of a string in hexadecimal digits, `<…>`, without its brackets. */
export const hex = (text: string): string => {
  const digits = text.replace(/\s/g, '');
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex').toString('latin1');
};

/** In thousandths of the font's size: what is moved further back than this is a space. */
const gap = -180;
/** Operators that change the place, and those that show. */
const moving = new Set(['T*', 'Td', 'TD', 'Tm', 'ET', 'BT']);
const showing = new Set(['Tj', 'TJ']);
/** A string or an escaped octal number takes at most this many characters for each of its codes. */
const widest = 4;

const [open, close, backslash, less, minus, percent, quote] = [...`()\\<-%'`].map((sign) =>
  sign.charCodeAt(0),
) as [number, number, number, number, number, number, number];
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isLetter = (code: number): boolean =>
  (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x2a;
const isWord = (code: number): boolean => isLetter(code) || isDigit(code);
const isSpace = (code: number): boolean => code <= 0x20;
const isHex = (code: number): boolean =>
  isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);

/** Behind the `>` of a string of hexadecimal digits that begins at `from`; negative: where it turned out to be none. */
export function endOfHex(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && (isHex(text.charCodeAt(at)) || isSpace(text.charCodeAt(at)))) at += 1;
  return text[at] === '>' ? at + 1 : -at;
}

/**
 * Codes that one stream of a page shows, in its order, within `budget`, of which it takes its part. Each character is
 * looked at a fixed number of times, whatever is in it.
 */
export const shownBy = (stream: string, budget: Budget): string =>
  /\b(?:Tj|TJ)\b|'/.test(stream) ? new Shown(stream, budget).read() : '';

class Shown {
  #at = 0;
  readonly #pieces: string[] = [];
  /** Ends of literal strings by their beginnings, known once one of them did not end. */
  #ends: Int32Array | null = null;
  #isImage = false;
  #hasImages = true;

  constructor(
    private readonly text: string,
    private readonly budget: Budget,
  ) {}

  read(): string {
    const { text, budget } = this;
    while (this.#at < text.length && budget.text > 0 && budget.steps > 0) this.#step();
    return this.#pieces.join('');
  }

  #step(): void {
    const { text } = this;
    const code = text.charCodeAt(this.#at);
    if (code === open) this.#literal();
    else if (code === less) this.#hex();
    else if (isDigit(code) || code === minus) this.#number();
    else if (isLetter(code)) this.#operator();
    else if (code === percent && !this.#ends) this.#at = this.#endOfLine();
    else {
      if (code === quote && this.#isFree(this.#at, this.#at + 1)) this.#add(newPlace);
      this.#at += 1;
    }
  }

  #add(piece: string): void {
    this.budget.steps -= 1;
    this.budget.text -= piece.length;
    if (piece !== '') this.#pieces.push(piece);
  }

  #literal(): void {
    const from = this.#at;
    const end = this.#ends ? this.#ends[from]! : this.#endOfLiteral();
    this.#at = end > 0 ? end : from + 1;
    if (end > 0)
      this.#add(literal(this.text.slice(from + 1, Math.min(end - 1, from + this.#most()))));
  }

  /** Characters that are read of one string. */
  #most(): number {
    return 1 + (this.budget.text + 1) * widest;
  }

  /**
   * Behind the bracket that ends the string here; 0 when there is none. Then what follows is no text as it should be, and
   * each string in it stands for itself: their ends are noted, so that none is searched for again.
   */
  #endOfLiteral(): number {
    const { text } = this;
    let depth = 0;
    for (let at = this.#at; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === backslash) at += 1;
      else if (code === open) depth += 1;
      else if (code === close) {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    this.#ends = this.#endsOfLiterals();
    return 0;
  }

  #endsOfLiterals(): Int32Array {
    const { text } = this;
    const ends = new Int32Array(text.length);
    const begun: number[] = [];
    for (let at = this.#at; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === backslash) at += 1;
      else if (code === open) begun.push(at);
      else if (code === close && begun.length > 0) ends[begun.pop()!] = at + 1;
    }
    return ends;
  }

  #hex(): void {
    const end = endOfHex(this.text, this.#at);
    const from = this.#at + 1;
    this.#at = Math.max(Math.abs(end), from);
    if (end > 0) this.#add(hex(this.text.slice(from, Math.min(end - 1, from + this.#most()))));
  }

  #number(): void {
    const { text } = this;
    const from = this.#at;
    let at = from + 1;
    while (isDigit(text.charCodeAt(at))) at += 1;
    if (text[at] === '.' && isDigit(text.charCodeAt(at + 1))) {
      at += 1;
      while (isDigit(text.charCodeAt(at))) at += 1;
    }
    this.#at = at;
    if (Number(text.slice(from, Math.min(at, from + 20))) < gap) this.#add(space);
  }

  #operator(): void {
    const { text } = this;
    const from = this.#at;
    let at = from + 1;
    while (isWord(text.charCodeAt(at))) at += 1;
    this.#at = at;
    if (at - from > 2 || !this.#isFree(from, at)) return;
    const name = text.slice(from, at);
    if (moving.has(name)) this.#add(newPlace);
    else if (showing.has(name)) this.#add('');
    else if (name === 'BI') this.#isImage = this.#hasImages;
    else if (name === 'ID' && this.#isImage) this.#skipImage();
  }

  /** Whether what stands there is a word of its own. */
  #isFree(from: number, to: number): boolean {
    const before = from === 0 ? 0 : this.text.charCodeAt(from - 1);
    if (isWord(before) || before === quote || before === 0x22) return false;
    return !isWord(this.text.charCodeAt(to));
  }

  /** A picture within a page: any byte may be in it. */
  #skipImage(): void {
    const { text } = this;
    this.#isImage = false;
    for (let at = text.indexOf('EI', this.#at); at >= 0; at = text.indexOf('EI', at + 2))
      if (isSpace(text.charCodeAt(at - 1)) && !(text.charCodeAt(at + 2) > 0x20)) {
        this.#at = at + 2;
        return;
      }
    // None of those that follow ends either.
    this.#hasImages = false;
  }

  #endOfLine(): number {
    const { text } = this;
    let at = this.#at;
    while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
    return at;
  }
}
