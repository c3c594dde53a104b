import { createHash, createHmac } from 'node:crypto';
import { idFromName } from '#platform/base/ids';
import { normalized } from '#platform/text/text';

/** Letters as people compare them: in either case, without their marks; digits of any script as ours. */
const plain = (text: string): string =>
  normalized(text, 'NFKD').toLowerCase().replace(/\p{M}/gu, '').replace(/ı/g, 'i');

/** Shorter ones, such as "none" cut down, are shared by chance. */
const shortestLicence = 4;

/** Letters and digits of a licence number; null when it is too short, or has no digit, to be anybody's own. */
export function licenceValue(text: string): string | null {
  const value = plain(text).replace(/[^\p{L}\p{N}]/gu, '');
  return value.length >= shortestLicence && /\p{N}/u.test(value) ? value : null;
}

/** The digits of a phone; null when there are too few. */
export function phoneValue(text: string): string | null {
  const value = text.replace(/\D/g, '');
  return value.length >= 7 ? value : null;
}

/** Sites where many have a page each: there the page counts, and not the host alone. */
const shared =
  /(^|\.)(facebook\.com|fb\.com|instagram\.com|linktr\.ee|twitter\.com|x\.com|youtube\.com|tiktok\.com|linkedin\.com|google\.com|goo\.gl|wa\.me|whatsapp\.com|t\.me|doktortakvimi\.com|doctolib\.\w+|whatclinic\.com|bit\.ly)$/;

/** Host of a website without `www.`, with the page where the host is of many; null without one. */
export function websiteValue(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { hostname, pathname } = new URL(text);
  const host = plain(hostname)
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  if (!shared.test(host)) return host.slice(0, 300);
  const page = plain(pathname).replace(/\/+$/, '');
  return page ? `${host}${page}`.slice(0, 300) : null;
}

/** Numbers of a signature, and how many of them make a band: texts with 80 % of their trigrams in common share one nearly always. */
const signatureLength = 32;
const perBand = 4;
/** A shorter text says what any clinic says. */
const shortestText = 120;
/** Numbers of two signatures that are the same at least: about 80 % of the trigrams. */
export const sameNumbers = 26;

/** 32 bits, evenly spread. */
function mixed(value: number, round: number): number {
  let x = Math.imul(value ^ Math.imul(round + 1, 0x9e37_79b9), 0x85eb_ca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2_ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** Three characters after each other, as one number each; spaces and signs count as one space. */
function trigramsOf(text: string): Set<number> {
  const letters = plain(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const found = new Set<number>();
  for (let n = 0; n + 3 <= letters.length; n += 1) {
    const [a, b, c] = [letters.charCodeAt(n), letters.charCodeAt(n + 1), letters.charCodeAt(n + 2)];
    found.add((Math.imul(a, 0x1_0001) ^ Math.imul(b, 0x101) ^ Math.imul(c, 0x0101_0101)) >>> 0);
  }
  return found;
}

export interface TextMark {
  /** 32 numbers of 8 hex digits: of each round the smallest that a trigram has (MinHash). */
  readonly signature: string;
  /** One number for each four of them, of one place each. */
  readonly bands: readonly number[];
}

/** By what a text is known again where some of its words are changed; null for one that is too short. */
export function textMark(text: string): TextMark | null {
  if (text.trim().length < shortestText) return null;
  const trigrams = [...trigramsOf(text)];
  if (trigrams.length < 40) return null;
  const numbers = Array.from({ length: signatureLength }, (_, round) =>
    trigrams.reduce((least, one) => Math.min(least, mixed(one, round)), 0xffff_ffff),
  );
  const bands = Array.from({ length: signatureLength / perBand }, (_, band) =>
    numbers
      .slice(band * perBand, (band + 1) * perBand)
      .reduce((hash, one) => mixed(hash ^ one, band) | 0, band),
  );
  return { signature: numbers.map((one) => one.toString(16).padStart(8, '0')).join(''), bands };
}

/** Numbers that two signatures have in common, place by place. */
export function sharedNumbers(a: string, b: string): number {
  let count = 0;
  for (let n = 0; n < signatureLength; n += 1)
    if (a.slice(8 * n, 8 * n + 8) === b.slice(8 * n, 8 * n + 8)) count += 1;
  return count;
}

/** The quarters of a hash with their places. */
export const quartersOf = (hash: string): string[] =>
  [0, 1, 2, 3].map((n) => `${n}:${hash.slice(4 * n, 4 * n + 4)}`);

/** A value that cannot be read back, under one of the product's secrets. */
export const keyedHash = (secret: string, kind: string, value: string): string =>
  createHmac('sha256', secret).update(`twins\n${kind}\n${value}`).digest('base64url');

/** What the keyed hashes of one clinic have in common; it does not lead to the clinic without the secret. */
export const goneIdOf = (secret: string, clinicId: string): string =>
  idFromName(`twins.gone:${keyedHash(secret, 'clinic', clinicId)}`);

/** As the rows name what makes a finding this one. */
export const fingerprintOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex');
