import path from 'node:path';

/**
 * The import rule of the tree: platform ← engine ← modules ← workflows ← app, and a module knows another one by
 * its contract only. Pure, so that the linter and `tests/architecture.test.ts` hold the same rule.
 *
 * @typedef {{ layer: 'platform' | 'engine' | 'modules' | 'workflows' | 'app' | 'admin' | 'free', unit: string }} Place
 */

const layers = /** @type {const} */ ([
  'platform',
  'engine',
  'modules',
  'workflows',
  'app',
  'admin',
]);

/** Doors that each layer may use; `#languages` holds words, and the list of languages. */
const doors = {
  platform: ['#platform', '#languages'],
  engine: ['#platform'],
  modules: ['#platform', '#engine', '#contracts', '#languages'],
  workflows: ['#platform', '#engine', '#contracts', '#languages', '#modules', '#workflows'],
  app: ['#platform', '#engine', '#contracts', '#languages', '#modules', '#workflows', '#app'],
  admin: ['#contracts', '#languages', '#platform/lists/console-records', '#platform/base/locale'],
};

/** The tables' language stays behind the modules' doors. */
const database = /^(drizzle-orm|drizzle-kit|pg|postgres|pg-boss)(\/|$)/;

/** @param {string} file path from the root of the tree @returns {Place} */
export function placeOf(file) {
  const [top = '', second = ''] = file.split('/');
  const layer = layers.find((name) => name === top);
  if (!layer) return { layer: 'free', unit: top };
  return { layer, unit: layer === 'modules' ? `modules/${second}` : layer };
}

/**
 * Why `file` may not import `specifier`; null when it may. Tests may use everything: they look from outside.
 * @param {string} file path from the root of the tree
 * @param {string} specifier as it stands in the source
 * @returns {string | null}
 */
export function breachOf(file, specifier) {
  const from = placeOf(file);
  if (from.layer === 'free' || isTest(file)) return null;
  if (specifier.startsWith('.')) return relativeBreach(file, from, specifier);
  if (specifier.startsWith('#')) return doorBreach(from.layer, specifier);
  if ((from.layer === 'app' || from.layer === 'admin') && database.test(specifier)) {
    return `${from.layer} does not talk to the database: call a module`;
  }
  return null;
}

/** @param {string} file */
const isTest = (file) => /\.test\.tsx?$/.test(file) || /(^|[/-])(testing|kit)\.ts$/.test(file);

/** @param {string} file @param {Place} from @param {string} specifier */
function relativeBreach(file, from, specifier) {
  const target = path.posix.join(path.posix.dirname(file), specifier);
  if (placeOf(target).unit === from.unit || isLook(from.layer, target)) return null;
  return `a relative path leaves ${from.unit}: use a door (#platform, #engine, #contracts, #modules)`;
}

/** How things look is said once, for the site and the console. @param {Place['layer']} layer @param {string} target */
const isLook = (layer, target) =>
  (layer === 'app' || layer === 'admin') && target.startsWith('design/');

/** @param {Exclude<Place['layer'], 'free'>} layer @param {string} specifier */
function doorBreach(layer, specifier) {
  if (/^#platform\/(.+\/)?tables\.server$/.test(specifier) && layer !== 'platform')
    return 'the tables of the kernel are its own: ask it';
  if (specifier === '#engine/testing') return 'only tests use it';
  if (specifier === '#engine/operations' && layer === 'modules')
    return 'modules use #engine and #engine/contract: what operates the engine lives in workflows';
  const door = specifier.split('/')[0] ?? '';
  if (doors[layer].some((open) => open === door || open === specifier)) return null;
  if (layer === 'modules' && door === '#modules') {
    return 'a module knows another one by #contracts only; what spans modules lives in workflows';
  }
  return `${layer} may not import ${door}: the order is platform, engine, modules, workflows, app`;
}
