import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { projectEnv, root } from './host.mjs';
import { oneLine, say } from './say.mjs';
import { lanesOf } from './test-lanes.mjs';

/** @import { Lane, Tier } from './test-lanes.mjs' */

/** @typedef {{ passed: number, failed: number }} Count */

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
  const lanes = lanesOf(tier, changed);
  // The longest first. None reads what another writes.
  const [built, ...checked] = await byTwos([
    () => countBuild(build),
    ...checksOf(tier).map(
      ([name, args]) =>
        () =>
          check(node, name, args),
    ),
  ]);
  const unit = await together(node, lanes.unit, countVitest);
  // Without a build there is no product to go on a journey through.
  const browser = built.failed > 0 ? built : await together(node, lanes.journeys, countPlaywright);
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
    return { passed: 0, failed: 0 };
  } catch (error) {
    say(oneLine(error));
    return { passed: 0, failed: 1 };
  }
}

/** @param {string} node @param {Lane[]} lanes @param {(report: any) => Count} count @returns {Promise<Count>} */
const together = async (node, lanes, count) =>
  (await Promise.all(lanes.map((lane) => runner(node, lane, count)))).reduce(add);

/** @param {any} report @returns {Count} a file that cannot be loaded has no tests and counts as one */
const countVitest = (report) => ({
  passed: report.numPassedTests,
  failed:
    report.numFailedTests +
    report.testResults.filter(
      (/** @type {any} */ file) =>
        file.status === 'failed' &&
        file.assertionResults.every((/** @type {any} */ test) => test.status !== 'failed'),
    ).length,
});

/** @param {any} report @returns {Count} */
const countPlaywright = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
});

/** @param {Count} a @param {Count} b @returns {Count} */
const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed });

/** @param {string} node @param {string} name @param {string[]} args @returns {Promise<Count>} */
export async function check(node, name, args) {
  const { code, output, seconds } = await run(node, args, { quiet: true });
  if (code !== 0) process.stdout.write(output);
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * A runner that counts its tests. One that ends badly without a failed test has failed once.
 * @param {string} node @param {Lane} lane @param {(report: any) => Count} count
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
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
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
    return { passed: 0, failed: 1 };
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
