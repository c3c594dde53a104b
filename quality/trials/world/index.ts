import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { minutes } from '#platform/base/duration';
import { claim, numberOf, row, seconds } from '../kit/report';
import { check, type Verdict } from './checker';
import { type World } from './client';
import { clinicOf, staffOf } from './clinics';
import { Breaker, jump, settle } from './faults';
import { openGround } from './ground';
import { History } from './history';
import { noteLive } from './live';
import type { Player } from './party';
import { patientOf } from './patients';
import { copyBuild, plant, planted } from './planted';
import { diceOf, linesOf, makePlan, type Plan, type Step } from './plan';

export interface Options {
  readonly seed: number;
  /** Milliseconds in which people do things. */
  readonly lasts: number;
  /** The folder with the `build` that runs; a copy of this one's otherwise. */
  readonly root?: string;
  /** How far the clock runs on afterwards. */
  readonly days?: number;
  /** Where the history goes as it comes. */
  readonly file?: string;
}

/** Plays one world from its plan to its verdict. */
export async function play({ seed, lasts, root, days, file }: Options): Promise<Verdict> {
  const plan = makePlan(seed, lasts);
  const history = new History(seed, file ?? null);
  const copy = root === undefined ? await copyBuild() : null;
  const ground = await openGround(root ?? copy?.root);
  try {
    const world: World = { ground, history, over: false };
    await ground.stage.database.query(easier);
    await ground.stage.database.query(noteLive);
    const players = await assemble(world, plan);
    await happens(world, plan, players);
    const left = await settle({ ground, history }, days);
    await ground.endProduct();
    const verdict = await check({ world, plan, left });
    if (file && verdict.findings.length > 0) keepLogs(ground.stage.folder, file);
    return verdict;
  } finally {
    await ground.close();
    copy?.remove();
  }
}

/** What the processes said, beside the history. */
function keepLogs(folder: string, file: string): void {
  for (const role of ['web', 'worker'])
    copyFileSync(path.join(folder, `${role}.log`), file.replace('.jsonl', `-${role}.log`));
}

/** Strangers ask for no work: the people of a world are a few machines' worth of sign-ins from one address block. */
const easier = `insert into platform.setting (key, value, updated_by, updated_at)
  values ('identity.send-risk', '{"homeMarkets":["US","TR"],"unused":{"atLeast":1000000,"ofUsed":1},"hashes":5000,
    "lane":{"perMinute":1000,"placesPerAddress":1000},"site":{"perHour":1000000,"perDay":1000000}}', 'world', now())
  on conflict (key) do nothing`;

async function assemble(world: World, { people }: Plan): Promise<Map<string, Player>> {
  const players = new Map<string, Player>();
  for (const { name, role } of people) {
    const n = Number(name.split('-')[1]) - 1;
    const player =
      role === 'patient'
        ? patientOf(world, name, n)
        : role === 'clinic'
          ? clinicOf(world, name, n)
          : await staffOf(world, name);
    players.set(name, player);
  }
  return players;
}

/** People, faults and clock, each by the plan; resolves once the last one has done what it began. */
async function happens(world: World, plan: Plan, players: Map<string, Player>): Promise<void> {
  const { ground, history } = world;
  const began = performance.now();
  const at = (ms: number) => sleep(Math.max(0, began + ms - performance.now()));
  const breaker = new Breaker({ ground, history });
  const lives = [...players].map(([name, player]) =>
    live(world, player, { at, steps: plan.steps.filter(({ who }) => who === name) }),
  );
  const breaks = plan.faults.map(async (fault) => {
    await at(fault.at);
    await breaker.run(fault);
  });
  const clock = (async () => {
    for (const { at: when, by, rush } of plan.jumps) {
      await at(when);
      if (!rush) await jump({ ground, history }, by);
      else await rushes({ ground, history }, by, players);
    }
  })();
  await Promise.all([...lives, ...breaks, clock]);
  await breaker.end();
}

interface Life {
  readonly at: (ms: number) => Promise<void>;
  readonly steps: readonly Step[];
}

/** One person's steps one after the other: who is late does the next one at once, and none after the end. */
async function live({ history }: World, player: Player, { at, steps }: Life): Promise<void> {
  const last = steps.at(-1)?.at ?? 0;
  const began = performance.now();
  for (const { at: when, does, sent, dice, who } of steps) {
    await at(when);
    if (player.left || performance.now() - began > last + 5_000) return;
    const doing = { dice: diceOf(dice), sent };
    try {
      if (player.client.id === '') await player.client.enter();
      await player.does[does]?.(doing);
    } catch (error) {
      history.record('gave-up', { who, does, why: (error as Error).message });
    }
  }
}

/** Whoever has an offer takes it, at the moment in which it runs out; on the way they look in, so that they stay signed in. */
async function rushes(
  stage: Pick<World, 'ground' | 'history'>,
  by: number,
  players: Map<string, Player>,
): Promise<void> {
  const patients = [...players].filter(
    ([name, { left, client }]) => name.startsWith('patient') && !left && client.id !== '',
  );
  for (let third = 0; third < 2; third += 1) {
    await jump(stage, by / 3);
    await Promise.all(patients.map(([, { client }]) => client.once(looksIn)));
  }
  await jump(stage, by / 3);
  const takes = async ({ does }: Player, n: number): Promise<void> => {
    await does.accept?.({ dice: diceOf(n), sent: 'once' }).catch(() => undefined);
  };
  await Promise.all(patients.map(([, player], n) => takes(player, n)));
}

const looksIn = { method: 'GET', path: '/api/leads/me' } as const;

/** In minutes: the clock of a longer world outruns the 170 days of events that its checker delivers again. */
const most = 6;

/** Words as `--seed 3`; their numbers by name. */
function optionsOf(words: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const [n, word] of words.entries()) {
    if (!word.startsWith('--')) continue;
    const next = words[n + 1];
    found.set(word.slice(2), next === undefined || next.startsWith('--') ? '' : next);
  }
  return found;
}

/**
 * A simulated world: people, clinics and a team use the build for some minutes while processes, wires, the database, the
 * providers and the clock misbehave, all by a plan that a seed fixes; then what each was answered is held against what
 * there is. `--seed N --minutes M`, `--plan` prints the plan, `--again N` plays it so often; `--faults [WORDS]` puts each
 * planted fault into a copy of the build and says whether a world finds it.
 */
export async function trialWorld(words: string[] = []): Promise<void> {
  const options = optionsOf(words);
  // What was started ends with this process, whoever ends it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  if (options.has('faults')) return trialPlanted(options);
  const seed = numberOf(options.get('seed') ?? '1');
  const asked = numberOf(options.get('minutes') ?? '1');
  if (asked > most) throw new Error(`A world lasts ${most} minutes at most; play several seeds.`);
  const lasts = asked * minutes(1);
  if (options.has('plan'))
    return linesOf(makePlan(seed, lasts)).forEach((line) => console.log(line));
  const again = numberOf(options.get('again') ?? '1');
  let came = 0;
  for (let n = 0; n < again; n += 1) {
    const began = performance.now();
    const folder = path.resolve('.cache/trials/world');
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `${seed}-${Date.now()}.jsonl`);
    const verdict = await play({ seed, lasts, file });
    report(verdict);
    row(`seed ${seed}: real time`, seconds(began));
    if (verdict.findings.length > 0) came += 1;
  }
  claim(`seed ${seed}: worlds with a finding`, `${came} of ${again}`, came === 0);
}

/** Each planted fault in turn: a world of its build must find it, in one of `again` seeds. */
async function trialPlanted(options: ReadonlyMap<string, string>): Promise<void> {
  const lasts = numberOf(options.get('minutes') ?? '2') * minutes(1);
  const first = numberOf(options.get('seed') ?? '1');
  const tries = numberOf(options.get('again') ?? '2');
  const wished = options.get('faults') ?? '';
  const chosen = planted.filter(({ name }) => name.includes(wished));
  let found = 0;
  for (const fault of chosen) {
    const { root, remove } = await plant(fault);
    let rules: string[] = [];
    let seed = first;
    try {
      for (; seed < first + tries && rules.length === 0; seed += 1) {
        const { findings } = await play({ seed, lasts, root, days: 46 });
        rules = findings.map(({ rule, lines }) => `${rule} (${lines.length}): ${lines[0]}`);
      }
    } finally {
      remove();
    }
    if (rules.length > 0) found += 1;
    row(fault.name, rules.length > 0 ? `found, seed ${seed - 1}` : 'NOT FOUND');
    rules.forEach((line) => console.log(`      ${line}`));
  }
  claim(
    'planted faults that were found',
    `${found} of ${chosen.length}`,
    found >= Math.ceil(chosen.length * 0.8),
  );
}

function report({ figures, findings }: Verdict): void {
  for (const [what, value] of Object.entries(figures)) row(what, value);
  for (const { rule, lines } of findings) {
    claim(rule, lines.length, false);
    lines.slice(0, 12).forEach((line) => console.log(`      ${line}`));
  }
}
