import { readAddress } from './address';

/** By the beginning of an address without its language: what a link to the page shows where it is shared. */
const kinds: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\/treatments\b/, 'treatments'],
  [/^\/find-clinics\b/, 'clinics'],
  [/^\/blog\b/, 'blog'],
  [/^\/(clinic-|pricing|resources)/, 'for-clinics'],
];

/** Name of the picture of the page at an address, as it is called in `languages/<code>/share/`. */
export function sharedPictureAt(pathname: string): string {
  const { path } = readAddress(pathname);
  const category = /^\/treatments\/(dental|hair|cosmetic|dermatology)\b/.exec(path)?.[1];
  return category ?? kinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'home';
}
