/**
 * Licences under which a package may become part of what is shipped or of the tools that make it. Weak copyleft (LGPL,
 * MPL) is fine for code that is used as published; anything else needs a person's decision.
 */
export const allowed = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
];

/**
 * What the lockfile does not say as an SPDX name, read by a person in the package's own files, per version: another
 * version has to be read again.
 * @type {Readonly<Record<string, string>>}
 */
export const readByHand = {
  'css-mediaquery@0.1.2': 'BSD-3-Clause',
  'eval@0.1.8': 'MIT',
  'format@0.2.2': 'MIT',
  'png-js@2.0.0': 'MIT',
  'require-like@0.1.2': 'MIT',
};

/** @typedef {{ name?: string, version?: string, license?: string, dev?: boolean, link?: boolean }} Locked */
/** @typedef {{ name: string, version: string, licence: string, dev: boolean }} Licensed */

/**
 * Every package of a lockfile with its licence; an empty one when nobody has said.
 * @param {Record<string, Locked>} packages @returns {Licensed[]}
 */
export const licencesOf = (packages) =>
  Object.entries(packages)
    .filter(([where, { version }]) => where && version)
    .map(([where, { name: real, version = '', license, dev = false }]) => {
      // Installed under another name than its own: the lockfile says both.
      const name = real ?? where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: readByHand[`${name}@${version}`] ?? license ?? '', dev };
    });

/**
 * Whether an SPDX expression can be met with the licences above: all parts of an AND, one of an OR.
 * @param {string} expression @returns {boolean}
 */
export function isAllowed(expression) {
  const inner = expression.trim().replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(inner)) return false;
  return inner
    .split(/\s+OR\s+/)
    .some((option) => option.split(/\s+AND\s+/).every((name) => allowed.includes(name)));
}
