import { days, hours, minutes, seconds } from '#platform/base/duration';

/** What one kind of person does, and how often of a hundred times. */
const deeds = {
  patient: {
    submit: 13,
    draft: 4,
    cancel: 2,
    'keep-waiting': 2,
    accept: 8,
    'accept-two': 5,
    decline: 3,
    write: 12,
    'write-contact': 3,
    'write-file': 2,
    'propose-time': 5,
    'answer-time': 5,
    confirm: 5,
    'cancel-deal': 1,
    review: 4,
    look: 10,
    pry: 9,
    ticket: 2,
    notices: 2,
    'photo-sight': 2,
    export: 1,
    consent: 0.6,
    leave: 0.4,
  },
  clinic: {
    offer: 28,
    revise: 5,
    withdraw: 3,
    write: 12,
    'propose-time': 5,
    'answer-time': 7,
    confirm: 6,
    'answer-review': 2,
    look: 10,
    'look-at-photos': 7,
    pry: 9,
    ticket: 1,
    notices: 2,
    export: 1,
    leave: 0.3,
  },
  staff: { screen: 30, 'review-clinics': 22, 'answer-tickets': 16, suspend: 6, look: 20, pry: 6 },
} as const;

export type Role = keyof typeof deeds;
export type Deed = { [R in Role]: keyof (typeof deeds)[R] }[Role];

export interface Person {
  readonly name: string;
  readonly role: Role;
}

export interface Step {
  /** Milliseconds from the begin of the world. */
  readonly at: number;
  readonly who: string;
  readonly does: Deed;
  /** Sent once; once more under its key when it was answered; or three times at once under one key. */
  readonly sent: 'once' | 'again' | 'at-once';
  /** Decides what is picked of what is there, and its words. */
  readonly dice: number;
}

/** What a fault hits: processes by their number, from 0. */
export const faultKinds = {
  'kill-web': 'web',
  'kill-worker': 'worker',
  'pause-web': 'web',
  'pause-worker': 'worker',
  'cut-database-of-web': 'web',
  'cut-database-of-worker': 'worker',
  'silent-database-of-web': 'web',
  'slow-database-of-web': 'web',
  'slow-database-of-worker': 'worker',
  'cut-front': 'web',
  'restart-database': null,
  'crash-database': null,
  'sms-fails': null,
  'sms-hangs': null,
  'mail-fails': null,
  'mail-hangs': null,
  'full-queue': null,
} as const;
export type FaultKind = keyof typeof faultKinds;

export interface Fault {
  readonly at: number;
  readonly lasts: number;
  readonly kind: FaultKind;
  /** Which of the two web processes or workers; 0 where there is nothing to choose. */
  readonly which: 0 | 1;
}

/** The product's clock goes on by so much at once; `rush`: patients accept what runs out with it, that same moment. */
export interface Jump {
  readonly at: number;
  readonly by: number;
  readonly rush: boolean;
}

export interface Plan {
  readonly seed: number;
  /** Milliseconds in which people do things; settling comes after it. */
  readonly lasts: number;
  readonly people: readonly Person[];
  readonly steps: readonly Step[];
  readonly faults: readonly Fault[];
  readonly jumps: readonly Jump[];
}

export type Dice = () => number;

/** Numbers from 0 to below 1 that follow from a seed (mulberry32); `part` keeps parts of a plan apart. */
export function diceOf(seed: number, part = ''): Dice {
  let state = seed >>> 0;
  for (const letter of part) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(dice: Dice, all: readonly T[]): T => all[Math.floor(dice() * all.length)]!;

function pickByWeight<T extends string>(dice: Dice, weights: Readonly<Record<T, number>>): T {
  const all = Object.entries(weights) as Array<[T, number]>;
  let left = dice() * all.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [word, weight] of all) if ((left -= weight) < 0) return word;
  return all.at(-1)![0];
}

const between = (dice: Dice, least: number, most: number): number =>
  Math.round(least + dice() * (most - least));

/** Clinics register before patients come, and are reviewed meanwhile. */
const beginOf: Record<Role, number> = { staff: 0, clinic: 0, patient: seconds(4) };
/** Between two steps of one person, on average. */
const paceOf: Record<Role, number> = {
  staff: seconds(1.5),
  clinic: seconds(1.4),
  patient: seconds(1.7),
};

function stepsOf({ name, role }: Person, { seed, lasts }: { seed: number; lasts: number }): Step[] {
  const dice = diceOf(seed, name);
  const steps: Step[] = [];
  const step = (at: number, does: Deed): void => {
    const sent = pickByWeight(dice, { once: 80, again: 12, 'at-once': 8 });
    steps.push({ at, who: name, does, sent, dice: Math.floor(dice() * 2 ** 32) });
  };
  let at = beginOf[role] + between(dice, 0, paceOf[role]);
  if (role === 'patient') step(at, 'submit');
  if (role === 'clinic') step(at, 'look');
  for (at += between(dice, 300, 900); at < lasts; at += between(dice, 200, 2 * paceOf[role]))
    step(at, pickByWeight<Deed>(dice, deeds[role] as Record<Deed, number>));
  return steps;
}

function faultsOf({ seed, lasts }: { seed: number; lasts: number }): Fault[] {
  const dice = diceOf(seed, 'faults');
  const faults: Fault[] = [];
  // Whoever comes first finds a product that stands.
  for (let at: number = seconds(9); at < lasts - seconds(3); at += between(dice, 6_000, 15_000)) {
    const kind = pick(dice, Object.keys(faultKinds) as FaultKind[]);
    const which = faultKinds[kind] === null ? 0 : (Math.floor(dice() * 2) as 0 | 1);
    faults.push({ at, lasts: between(dice, 400, 6_000), kind, which });
  }
  return faults;
}

function jumpsOf({ seed, lasts }: { seed: number; lasts: number }): Jump[] {
  const dice = diceOf(seed, 'jumps');
  const lengths = { minutes: 68, hours: 23, days: 9 };
  const jumps: Jump[] = [];
  let rush: number = seconds(38);
  for (let at: number = seconds(12); at < lasts; at += between(dice, 2_500, 8_000)) {
    const size = at < rush ? pickByWeight(dice, lengths) : 'rush';
    if (size === 'rush') rush += seconds(75);
    const by = {
      minutes: between(dice, minutes(5), minutes(40)),
      hours: between(dice, hours(2), hours(12)),
      days: between(dice, days(1), days(3)),
      rush: between(dice, days(14), days(15)),
    }[size];
    jumps.push({ at, by, rush: size === 'rush' });
  }
  return jumps;
}

/** Everything that is going to be tried, from its seed alone. */
export function makePlan(seed: number, lasts: number): Plan {
  const long = lasts / minutes(1);
  const count: Record<Role, number> = { staff: 1, clinic: 5, patient: Math.ceil(10 + long) };
  const people = (Object.keys(count) as Role[]).flatMap((role) =>
    Array.from({ length: count[role] }, (_, n) => ({ name: `${role}-${n + 1}`, role })),
  );
  const of = { seed, lasts };
  const steps = people.flatMap((person) => stepsOf(person, of)).sort((a, b) => a.at - b.at);
  return { seed, lasts, people, steps, faults: faultsOf(of), jumps: jumpsOf(of) };
}

const second = (ms: number): string => (ms / 1_000).toFixed(1).padStart(7);

/** The plan in lines, in the order in which it happens. */
export function linesOf({ steps, faults, jumps, seed, lasts }: Plan): string[] {
  const lines: Array<readonly [number, string]> = [
    ...steps.map(({ at, who, does, sent }) => [at, `${who} ${does} (${sent})`] as const),
    ...faults.map(({ at, kind, which, lasts: long }) => {
      const of = faultKinds[kind] === null ? '' : ` ${which + 1}`;
      return [at, `FAULT ${kind}${of} for ${long} ms`] as const;
    }),
    ...jumps.map(
      ({ at, by, rush }) =>
        [at, `CLOCK + ${Math.round(by / minutes(1))} min${rush ? ', and a rush' : ''}`] as const,
    ),
  ];
  const head = `seed ${seed}, ${lasts / 1_000} s, ${steps.length} steps, ${faults.length} faults`;
  return [head, ...lines.sort(([a], [b]) => a - b).map(([at, line]) => `${second(at)}  ${line}`)];
}
