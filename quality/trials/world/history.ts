import { appendFileSync } from 'node:fs';
import { diceOf, pick } from './plan';

/** A row's own time is when its transaction began to write; it may commit so much later, in milliseconds. */
export const inFlight = 10_000;

/** What was planted: a word that stands nowhere else, with whose it is and what it says. */
export interface Canary {
  readonly word: string;
  readonly owner: string;
  /** What decides who may read it. */
  readonly kind:
    'contact' | 'notes' | 'message' | 'offer' | 'ticket' | 'clinic-contact' | 'reason' | 'public';
}

/** One try of one call, and how it was answered. */
export interface Entry {
  readonly n: number;
  readonly who: string;
  /** Method and path. */
  readonly call: string;
  readonly key: string | null;
  /** Milliseconds of this machine's clock. */
  readonly begun: number;
  readonly ended: number;
  /** The product's clock at both moments. */
  readonly from: number;
  readonly to: number;
  /** 0: nothing was answered. */
  readonly status: number;
  readonly code: string | null;
  /** Canaries that the answer held. */
  readonly held: readonly string[];
  /** A photo of a patient that the answer was, by its id. */
  readonly photo: string | null;
}

/** What an actor was answered that it did: it must be found again. */
export interface Claim {
  /** What to look for: a row with words, or an accepted event of a flow. */
  readonly kind: string;
  readonly id: string;
  readonly who: string;
  readonly words: string;
  /** Of a message: the offer that it is about. */
  readonly about?: string;
  /** The product's clock when it was answered. */
  readonly at: number;
}

/** A row of the set clock: what was added to this machine's clock since then. */
export interface Shift {
  readonly since: number;
  readonly shift: number;
}

const syllables =
  'ba be bi bo bu da de di do du fa fe fi fo fu ga ge gi go gu la le li lo lu'.split(' ');
const shape = /zqx(?:[bdfgl][aeiou]){6}/gi;

/**
 * All that was asked, answered, acknowledged and planted in one world, in the order in which it happened. Only added to;
 * everything that the checker says follows from it, the final database and the log of the audit.
 */
export class History {
  readonly entries: Entry[] = [];
  readonly claims: Claim[] = [];
  /** Ids of accounts by the names of the world: each that they had. */
  readonly people = new Map<string, string>();
  readonly canaries = new Map<string, Canary>();
  /** Words of what was sent while the clock jumped over the memory of its key: it may be there twice. */
  readonly forgotten = new Set<string>();
  /** What was wrong with an answer by itself: a second id under one key, a 500, a thing of another person. */
  readonly wrong: string[] = [];
  readonly shifts: Shift[] = [{ since: 0, shift: 0 }];
  /** While the clock is being set: what it will be shifted by, and may be already. */
  coming: number | null = null;
  /** When something was broken on purpose: milliseconds of this machine's clock. */
  readonly broken: Array<{ kind: string; from: number; to: number }> = [];
  private readonly dice;

  /** `file`: where each line goes too, so that a world that is ended can be read. */
  constructor(
    seed: number,
    private readonly file: string | null = null,
  ) {
    this.dice = diceOf(seed, 'words');
  }

  /** The product's clock as it is now. */
  get now(): number {
    return Date.now() + this.shifts.at(-1)!.shift;
  }

  /** The latest that the product's clock may show now. */
  get latest(): number {
    return Date.now() + (this.coming ?? this.shifts.at(-1)!.shift);
  }

  /** When the product's clock came to show this, by this machine's clock; the end of a jump where it passed over it. */
  realOf(product: number): number {
    for (const [n, { since, shift }] of this.shifts.entries()) {
      const until = this.shifts[n + 1]?.since ?? Infinity;
      const real = product - shift;
      if (real < until) return Math.max(real, since);
    }
    return Infinity;
  }

  /** What the product's clock showed at a moment of this machine's. */
  productOf(real: number): number {
    return real + this.shifts.findLast(({ since }) => since <= real)!.shift;
  }

  plant(owner: string, kind: Canary['kind']): string {
    const word = `zqx${Array.from({ length: 6 }, () => pick(this.dice, syllables)).join('')}`;
    if (this.canaries.has(word)) return this.plant(owner, kind);
    this.canaries.set(word, { word, owner, kind });
    return word;
  }

  /** Plants what a person has anyway: a number, an address. */
  plantAs(word: string, owner: string, kind: Canary['kind']): void {
    this.canaries.set(word.toLowerCase(), { word: word.toLowerCase(), owner, kind });
  }

  /** The canaries that a text holds, each once. */
  heldBy(text: string): string[] {
    const words = text.match(shape) ?? [];
    const numbers = text.match(/1(?:312|905)\d{7}/g) ?? [];
    const found = [...words.map((word) => word.toLowerCase()), ...numbers];
    return [...new Set(found)].filter((word) => this.canaries.has(word));
  }

  add(entry: Omit<Entry, 'n'>): void {
    this.entries.push({ n: this.entries.length, ...entry });
    this.write('call', entry);
  }

  claim(claim: Omit<Claim, 'at'>): void {
    this.claims.push({ ...claim, at: this.now });
    this.write('claim', claim);
  }

  fail(line: string): void {
    this.wrong.push(line);
    this.write('wrong', { line });
  }

  record(kind: string, more: object = {}): void {
    this.write(kind, more);
  }

  /** Whether something was broken between two moments, with a while after it in which it heals. */
  wasBroken(from: number, to: number, heals = 45_000): boolean {
    return this.broken.some((each) => each.from <= to && each.to + heals >= from);
  }

  private write(what: string, more: object): void {
    if (this.file)
      appendFileSync(this.file, `${JSON.stringify({ what, real: Date.now(), ...more })}\n`);
  }
}
