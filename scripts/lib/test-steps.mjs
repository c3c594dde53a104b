import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectEnv, root } from './host.mjs';
import { oneLine, say } from './say.mjs';
import { groupsOf } from './test-groups.mjs';

/** @import { Group, Tier } from './test-groups.mjs' */

/**
 * `reasons`: what failed with the first lines of its error. They are printed once more at the end: the log of a CI run may
 * keep only its last lines.
 * @typedef {{ passed: number, failed: number, reasons: string[] }} Count
 */

const results = path.join(root, 'test-results');

/** @param {string} tool @param {...string} args @returns {string[]} */
const tool = (tool, ...args) => [`node_modules/${tool}`, ...args];

/**
 * The checks that run nothing of the product. In the quick tier ESLint, tsc and Prettier go by what they found last time:
 * rules that know types can miss what a change elsewhere does to a file, so the second tier looks at everything.
 * @param {Tier} tier @returns {[string, string[]][]} name and arguments of Node
 */
export const checksOf = (tier) => {
  /** @param {...string} args those of the quick tier */
  const cached = (...args) => (tier === 'quick' ? args : []);
  const byContent = ['--cache', '--cache-strategy=content'];
  return [
    [
      'lint and module boundaries',
      [
        ...tool('eslint/bin/eslint.js', '.', '--max-warnings', '0'),
        ...cached(...byContent, '--cache-location=.cache/eslint.json'),
      ],
    ],
    [
      'types',
      [
        ...tool('typescript/bin/tsc', '--noEmit'),
        ...cached('--incremental', '--tsBuildInfoFile', '.cache/types.json'),
      ],
    ],
    [
      'layout of the code',
      [
        ...tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
        ...cached(...byContent, '--cache-location=.cache/prettier.json'),
      ],
    ],
    ['unused code and dependencies', tool('knip/bin/knip.js')],
    // Code that only tests use is dead, or has no caller yet (`@public` with its reason).
    ['code that only tests use', tool('knip/bin/knip.js', '--production')],
  ];
};

/**
 * @param {{ node: string, tier: Tier, changed: string | null, build: () => Promise<void> }} options
 * `changed`: the commit since which a change is tested; null for everything
 * @returns {Promise<Count>}
 */
export async function runAll({ node, tier, changed, build }) {
  fs.mkdirSync(results, { recursive: true });
  const groups = groupsOf(tier, changed);
  // The longest first. None reads what another writes.
  const [built, ...checked] = await byTwos([
    () => countBuild(build),
    ...checksOf(tier).map(
      ([name, args]) =>
        () =>
          check(node, name, args),
    ),
  ]);
  const unit = await runGroups(node, groups.unit, countVitest);
  // Without a build there is no product to go on a journey through.
  const browser =
    built.failed > 0 ? built : await runGroups(node, groups.journeys, countPlaywright);
  return [...checked, unit, browser].reduce(add);
}

/** Two at a time: the machine may have two cores. @param {Array<() => Promise<Count>>} steps */
async function byTwos(steps) {
  const left = steps.entries();
  /** @type {Count[]} */
  const counts = [];
  const work = async () => {
    for (const [n, step] of left) counts[n] = await step();
  };
  await Promise.all([work(), work()]);
  return counts;
}

/** @param {() => Promise<void>} build @returns {Promise<Count>} */
async function countBuild(build) {
  try {
    await build();
    return { passed: 0, failed: 0, reasons: [] };
  } catch (error) {
    say(oneLine(error));
    return { passed: 0, failed: 1, reasons: [`build: ${oneLine(error)}`] };
  }
}

/** @param {string} node @param {Group[]} groups @param {(report: any) => Count} count @returns {Promise<Count>} */
const runGroups = async (node, groups, count) =>
  (await Promise.all(groups.map((group) => runner(node, group, count)))).reduce(add);

/** @param {any} report @returns {Count} a file that cannot be loaded has no tests and counts as one */
export function countVitest(report) {
  const reasons = report.testResults.flatMap((/** @type {any} */ file) => {
    const failed = file.assertionResults.filter(
      (/** @type {any} */ { status }) => status === 'failed',
    );
    if (failed.length === 0 && file.status === 'failed')
      return [reason(path.relative(root, file.name), file.message)];
    return failed.map((/** @type {any} */ { fullName, failureMessages }) =>
      reason(`${path.relative(root, file.name)} › ${fullName}`, failureMessages[0]),
    );
  });
  return { passed: report.numPassedTests, failed: reasons.length, reasons };
}

/** @param {any} report @returns {Count} */
export function countPlaywright({ stats, errors, suites = [] }) {
  const failed = specsOf(suites).filter(({ ok }) => !ok);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    reasons: [
      ...failed.map(({ file, title, tests }) =>
        reason(`${file} › ${title}`, tests.flatMap(messagesOf).join('\n') || undefined),
      ),
      ...errors.map((/** @type {any} */ { message }) => reason('end to end', message)),
    ],
  };
}

/** @param {any[]} suites @returns {any[]} the tests of all groups within groups */
const specsOf = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);

/** @param {any} test @returns {string[]} one that ran out of time says only after that what it waited for */
const messagesOf = ({ results }) =>
  results.flatMap((/** @type {any} */ { errors }) =>
    errors.map((/** @type {any} */ { message }) => message),
  );

/** A message may hold whole statements: a line of it is cut. @param {string} name @param {string} [message] @returns {string} */
const reason = (name, message = 'no message') =>
  [
    name,
    ...stripVTControlCharacters(message)
      .split('\n')
      .slice(0, 20)
      .map((line) => (line.length > 160 ? `${line.slice(0, 160)}…` : line)),
  ].join('\n    ');

/** What failed, a line each: of a long log the last lines say it all. @param {readonly string[]} reasons @returns {string[]} */
export const namesOf = (reasons) => reasons.map((each) => `FAILED ${each.split('\n', 1)[0]}`);

/** @param {Count} a @param {Count} b @returns {Count} */
const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  reasons: [...a.reasons, ...b.reasons],
});

/** @param {string} node @param {string} name @param {string[]} args @returns {Promise<Count>} */
export async function check(node, name, args) {
  const { code, output, seconds } = await run(node, args, { quiet: true });
  if (code !== 0) process.stdout.write(output);
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return code === 0
    ? { passed: 1, failed: 0, reasons: [] }
    : { passed: 0, failed: 1, reasons: [reason(name, output)] };
}

/**
 * A runner that counts its tests. One that ends badly without a failed test has failed once.
 * @param {string} node @param {Group} group @param {(report: any) => Count} count
 * @returns {Promise<Count>}
 */
async function runner(node, { name, args, env, waits }, count) {
  const file = path.join(results, `${name.replace(/ /g, '-')}.json`);
  fs.rmSync(file, { force: true });
  const { code, output, seconds } = await run(node, args(file), {
    quiet: waits,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, FORCE_COLOR: '0', ...env },
  });
  process.stdout.write(output);
  const counted = read(file, count);
  if (code !== 0 && counted.failed === 0) {
    counted.failed = 1;
    counted.reasons.push(`${name} ended with ${code} without a failed test`);
  }
  say(
    `${counted.failed ? 'FAILED' : 'ok    '} ${name}: ${counted.passed} passed, ${counted.failed} failed (${seconds} s)\n`,
  );
  return counted;
}

/** @param {string} file @param {(report: any) => Count} count @returns {Count} */
function read(file, count) {
  try {
    return count(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 1, reasons: [`${path.basename(file)} was not written`] };
  }
}

/**
 * @param {string} node @param {string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string> }} options
 * @returns {Promise<{ code: number | null, output: string, seconds: string }>}
 */
function run(node, args, { quiet = false, env = {} }) {
  const began = Date.now();
  const child = spawn(node, args, {
    cwd: root,
    env: { ...projectEnv(), ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.once('close', (code) =>
      resolve({ code, output, seconds: ((Date.now() - began) / 1000).toFixed(1) }),
    );
  });
}
