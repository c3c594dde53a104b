import fs from 'node:fs';
import path from 'node:path';
import { isBuiltin } from 'node:module';
import { Refusal } from './say.mjs';

/** @typedef {{ name: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Manifest */

/** What a build may name and a production never loads. */
const neverLoaded = new Set(['vite']);

const importLine = /^(?:import|export) [^;]*?from "([^"./][^"]*)"|^import "([^"./][^"]*)"/gm;
/** Libraries also hide a specifier from bundlers, in a function of their own that is called import…: file-type does. */
const lateImport = /[^\w.]import\w*\("([^"./][^"]*)"\)/g;
/** A file of a package that is not code, by its name. */
const lateFile = /createRequire\(import\.meta\.url\)\.resolve\(\s*"([^"]+)"\s*\)/g;

/** @param {string} specifier */
const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** @param {string} folder @returns {string[]} */
const scriptsIn = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));

/**
 * What built code takes from packages when it runs.
 * @param {readonly string[]} scripts their text
 * @returns {{ packages: string[], files: string[] }} names of packages; files of packages that are not code
 */
export function neededBy(scripts) {
  const packages = new Set();
  const files = new Set();
  for (const text of scripts) {
    for (const match of [...text.matchAll(importLine), ...text.matchAll(lateImport)]) {
      const specifier = match[1] ?? match[2] ?? '';
      const name = packageOf(specifier);
      if (!isBuiltin(specifier) && !neverLoaded.has(name)) packages.add(name);
    }
    for (const [, file] of text.matchAll(lateFile)) files.add(file);
  }
  return { packages: [...packages].sort(), files: [...files].sort() };
}

/**
 * Packages with all that they depend on, as they lie below `root`.
 * @param {string} root
 * @param {readonly string[]} names
 * @returns {string[]} folders, relative to `root`
 */
export function closureOf(root, names) {
  const found = new Set();
  /** @type {Array<{ name: string, from: string, required: boolean }>} */
  const open = names.map((name) => ({ name, from: '', required: true }));
  for (let next = open.pop(); next; next = open.pop()) {
    const folder = placeOf(root, next.name, next.from);
    if (!folder && next.required) throw new Refusal(`${next.name} is not installed: npm ci`);
    if (!folder || found.has(folder)) continue;
    found.add(folder);
    for (const need of needsOf(manifestOf(path.join(root, folder))))
      open.push({ ...need, from: folder });
  }
  return [...found].sort();
}

/** @param {string} folder @returns {Manifest} */
const manifestOf = (folder) =>
  JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** Where Node finds a package from a folder: the nearest one above. @param {string} root @param {string} name @param {string} from */
function placeOf(root, name, from) {
  for (let at = from; ; at = path.dirname(at)) {
    const folder = path.join(at, 'node_modules', name);
    if (fs.existsSync(path.join(root, folder, 'package.json'))) return folder;
    if (at === '' || at === '.') return null;
  }
}

/** @param {Manifest} manifest */
function needsOf({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const optional = new Set([
    ...Object.keys(optionalDependencies),
    ...Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional),
  ]);
  // A peer that is optional is there because something else wants it, or not at all.
  const wanted = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return wanted
    .filter((name) => !peerDependenciesMeta[name]?.optional)
    .map((name) => ({ name, required: !optional.has(name) }));
}

/**
 * Lays what runs in production into a new folder: the build, the migrations, the packages that the build loads, and the
 * project's Node as `bin/node`. No npm, no compiler, no package that only tools need.
 * @param {string} root the checkout, installed and built
 * @param {string} target
 * @param {string} node
 */
export function makeRuntime(root, target, node) {
  if (fs.existsSync(target) && fs.readdirSync(target).length > 0)
    throw new Refusal(`${target} is not empty.`);
  const { packages, files } = neededBy(scriptsIn(path.join(root, 'build/server')));
  const folders = closureOf(root, packages);
  /** @param {string} name @param {(file: string) => boolean} [filter] */
  const copy = (name, filter) =>
    fs.cpSync(path.join(root, name), path.join(target, name), {
      recursive: true,
      ...(filter && { filter }),
    });
  for (const name of ['client', 'console', 'server']) copy(`build/${name}`);
  copy('migrations', (file) => !/\.ts$|\/seed$|_snapshot\.json$/.test(file));
  copy('package.json');
  for (const name of ['ops/healthy.mjs', 'ops/systemd/audit-check']) copy(name);
  // A package's own packages are asked for one by one.
  for (const folder of folders)
    copy(folder, (file) => !file.slice(path.join(root, folder).length).includes('node_modules'));
  for (const file of files) {
    copy(`node_modules/${packageOf(file)}/package.json`);
    copy(`node_modules/${file}`);
  }
  fs.mkdirSync(path.join(target, 'bin'));
  fs.copyFileSync(node, path.join(target, 'bin/node'));
  fs.chmodSync(path.join(target, 'bin/node'), 0o755);
  return { packages: folders };
}
