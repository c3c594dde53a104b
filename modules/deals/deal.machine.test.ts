import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { days, hours } from '#platform/base/duration';
import { type DealEvent, dealMachine } from './deal.machine';

const windows = {
  date: days(14),
  visit: hours(24),
  treatment: days(2),
  report: days(7),
  firstNudge: days(5),
  secondNudge: days(10),
  silence: days(14),
};
const sealed = { amountCents: 200_000, currency: 'USD' };
const begin = Date.parse('2026-03-01T10:00:00Z');
const instant = (passed: number) => new Date(begin + passed).toISOString();
const who = { offerId: 'offer', leadId: 'lead', patientId: 'patient', clinicId: 'clinic' };

const delayOf = {
  date: ['date-window', 'accepted'],
  visit: ['visit-window', 'scheduled'],
  treatment: ['treatment-window', 'scheduled'],
  report: ['report-window', 'scheduled'],
  firstNudge: ['first-nudge-window', 'confirming'],
  secondNudge: ['second-nudge-window', 'confirming'],
  silence: ['silence-window', 'confirming'],
} as const;

/** `pass`: time goes by before the next step. */
type Step = DealEvent | { elapsed: keyof typeof delayOf } | { pass: number };
type Action = { type: string; params: unknown };

const eventOf = (step: Exclude<Step, { pass: number }>, at: string) => {
  if ('type' in step) return { ...step, at };
  const [name, state] = delayOf[step.elapsed];
  return { type: `xstate.after.${name}.deals.deal.${state}`, at };
};

/** Walks the machine purely; what it emits and arms comes with it. */
function walk(steps: readonly Step[]) {
  let passed = 0;
  let [snapshot, actions] = initialTransition(dealMachine, {
    ...who,
    windows,
    sealed,
    at: instant(0),
  });
  const all = [...actions] as Action[];
  for (const step of steps) {
    if ('pass' in step) {
      passed += step.pass;
      continue;
    }
    const event = eventOf(step, instant(passed)) as DealEvent;
    if (dealMachine.getTransitionData(snapshot, event).length === 0) return { refused: event.type };
    [snapshot, actions] = transition(dealMachine, snapshot, event);
    all.push(...(actions as Action[]));
  }
  const facts = all
    .filter(({ type }) => type === 'xstate.emit')
    .map(({ params }) => (params as { event: { type: string } }).event);
  const armed = all
    .filter(({ type }) => type === 'xstate.raise')
    .map(({ params }) => (params as { delay: number }).delay);
  return { at: snapshot.value as string, facts, armed, context: snapshot.context };
}

const date = days(30);
const propose = (by: 'patient' | 'clinic', timeId = 'one', startsAt = instant(date)) =>
  ({ type: 'deals.propose', by, timeId, startsAt }) as const;
const accept = (by: 'patient' | 'clinic', timeId = 'one') =>
  ({ type: 'deals.accept-time', by, timeId }) as const;
const decline = (by: 'patient' | 'clinic', timeId = 'one') =>
  ({ type: 'deals.decline-time', by, timeId }) as const;
const confirm = (by: 'patient' | 'clinic') =>
  ({ type: 'deals.confirm', by, amountCents: 200_000, currency: 'USD' }) as const;
const deny = (by: 'patient' | 'clinic') => ({ type: 'deals.deny', by }) as const;
const cancel = (by: 'patient' | 'clinic' | 'staff') =>
  ({ type: 'deals.cancel', by, code: 'dates' }) as const;
const uphold = { type: 'deals.uphold' } as const;
const review = { type: 'deals.review', reviewId: 'review' } as const;

const agreed: Step[] = [propose('patient'), accept('clinic')];
const dateOver: Step[] = [...agreed, { pass: date }];

/** Where a deal can stand, in each way that decides what it takes. */
const paths: Record<string, Step[]> = {
  accepted: [],
  'accepted, proposed by the patient': [propose('patient')],
  'scheduled, ahead': agreed,
  'scheduled, over': dateOver,
  'confirming, by the patient': [...dateOver, confirm('patient')],
  'disputed, nobody confirmed': [...dateOver, deny('clinic')],
  'disputed, against the patient': [...dateOver, confirm('patient'), deny('clinic')],
  'treated by both': [confirm('patient'), confirm('clinic')],
  'treated by silence': [confirm('patient'), { elapsed: 'silence' }],
  reviewed: [confirm('patient'), confirm('clinic'), review],
  cancelled: [cancel('patient')],
};

const later = propose('clinic', 'two', instant(days(60)));
const events: Record<string, Step> = {
  later,
  'accept by patient': accept('patient'),
  'accept by clinic': accept('clinic'),
  'decline by patient': decline('patient'),
  'decline by clinic': decline('clinic'),
  'confirm by patient': confirm('patient'),
  'confirm by clinic': confirm('clinic'),
  'deny by patient': deny('patient'),
  'deny by clinic': deny('clinic'),
  'cancel by patient': cancel('patient'),
  'cancel by clinic': cancel('clinic'),
  'cancel by staff': cancel('staff'),
  uphold,
  review,
  date: { elapsed: 'date' },
  visit: { elapsed: 'visit' },
  treatment: { elapsed: 'treatment' },
  report: { elapsed: 'report' },
  firstNudge: { elapsed: 'firstNudge' },
  secondNudge: { elapsed: 'secondNudge' },
  silence: { elapsed: 'silence' },
};

const cancels = Object.fromEntries(
  ['patient', 'clinic', 'staff'].map((by) => [`cancel by ${by}`, 'cancelled']),
);
const confirms = { 'confirm by patient': 'confirming', 'confirm by clinic': 'confirming' };

/** Every state × event; what is not listed is refused. */
const accepts: Record<string, Record<string, string>> = {
  accepted: { later: 'accepted', ...confirms, ...cancels, date: 'accepted' },
  'accepted, proposed by the patient': {
    later: 'accepted',
    'accept by clinic': 'scheduled',
    'decline by clinic': 'accepted',
    ...confirms,
    ...cancels,
    date: 'accepted',
  },
  'scheduled, ahead': {
    later: 'scheduled',
    ...confirms,
    ...cancels,
    treatment: 'scheduled',
    report: 'scheduled',
    visit: 'scheduled',
  },
  'scheduled, over': {
    later: 'scheduled',
    ...confirms,
    'deny by patient': 'disputed',
    'deny by clinic': 'disputed',
    'cancel by staff': 'cancelled',
    treatment: 'scheduled',
    report: 'scheduled',
  },
  'confirming, by the patient': {
    'confirm by clinic': 'treated',
    'deny by clinic': 'disputed',
    'cancel by staff': 'cancelled',
    firstNudge: 'confirming',
    secondNudge: 'confirming',
    silence: 'treated',
  },
  'disputed, nobody confirmed': {
    later: 'disputed',
    'confirm by patient': 'disputed',
    'confirm by clinic': 'confirming',
    'cancel by staff': 'cancelled',
  },
  'disputed, against the patient': {
    later: 'disputed',
    'confirm by clinic': 'treated',
    uphold: 'treated',
    'cancel by staff': 'cancelled',
  },
  'treated by both': { review: 'reviewed' },
  'treated by silence': { 'confirm by clinic': 'treated', review: 'reviewed' },
  reviewed: {},
  cancelled: {},
};

describe('the machine of a deal', () => {
  it.each(Object.keys(paths))('%s takes what it should and nothing else', (name) => {
    const steps = paths[name]!;
    expect(walk(steps).at).toBe(name.split(/[, ]/)[0]);
    const taken = Object.entries(events).flatMap(([word, step]) => {
      const { at } = walk([...steps, step]);
      return at === undefined ? [] : [[word, at] as const];
    });
    expect(Object.fromEntries(taken)).toEqual(accepts[name]);
  });

  it('lets nobody answer what they proposed themselves, and only what waits', () => {
    expect(walk([propose('patient'), accept('patient')]).refused).toBe('deals.accept-time');
    expect(walk([propose('patient'), decline('patient')]).refused).toBe('deals.decline-time');
    expect(walk([propose('patient'), later, accept('clinic')]).refused).toBe('deals.accept-time');
    expect(walk([propose('patient'), decline('clinic'), accept('clinic')]).refused).toBe(
      'deals.accept-time',
    );
    expect(walk([propose('patient'), { pass: date }, accept('clinic')]).refused).toBe(
      'deals.accept-time',
    );
    expect(walk([{ pass: date }, propose('patient')]).refused).toBe('deals.propose');
  });

  it('arms its clocks from the date, and anew with another date', () => {
    const { armed } = walk([{ pass: days(3) }, ...agreed]);
    expect(armed).toEqual([
      windows.date,
      date - days(3) - windows.visit,
      date - days(3) + windows.treatment,
      date - days(3) + windows.report,
    ]);
    const moved = walk([...agreed, { pass: days(5) }, later, accept('patient', 'two')]);
    expect(moved).toMatchObject({
      at: 'scheduled',
      context: { scheduledFor: instant(days(60)), sequence: 1, proposal: null },
    });
    expect(moved.armed!.slice(-3)).toEqual([
      days(54),
      days(55) + windows.treatment,
      days(55) + windows.report,
    ]);
    expect(moved.facts!.at(-1)).toMatchObject({ type: 'deals.scheduled', changed: true });
  });

  it('waits in silence for the date, however early somebody confirms', () => {
    expect(walk([...agreed, confirm('patient')]).armed!.slice(-3)).toEqual([
      date + windows.firstNudge,
      date + windows.secondNudge,
      date + windows.silence,
    ]);
    expect(walk([confirm('clinic')]).armed!.slice(-3)).toEqual([
      windows.firstNudge,
      windows.secondNudge,
      windows.silence,
    ]);
  });

  it('reminds of a date only those who agreed on it before the reminder was due', () => {
    const soon = [propose('patient', 'one', instant(hours(20))), accept('clinic')];
    expect(walk([...soon, { elapsed: 'visit' }]).refused).toContain('visit-window');
    expect(walk([...agreed, { pass: date }, { elapsed: 'visit' }]).refused).toContain('visit');
    expect(walk([...agreed, { elapsed: 'visit' }]).facts!.at(-1)!.type).toBe('deals.visit-soon');
  });

  it('forgets what was said of a date that both have put off', () => {
    const { context, at } = walk([
      ...dateOver,
      confirm('patient'),
      deny('clinic'),
      later,
      accept('patient', 'two'),
    ]);
    expect(at).toBe('scheduled');
    expect(context).toMatchObject({ confirmed: { patient: null, clinic: null }, deniedBy: null });
  });

  it('asks the one who is silent, twice, and tells what made it count', () => {
    const { facts } = walk([
      confirm('clinic'),
      { elapsed: 'firstNudge' },
      { elapsed: 'secondNudge' },
      { elapsed: 'silence' },
    ]);
    expect(facts!.slice(1)).toMatchObject([
      { type: 'deals.confirmation-due', awaited: 'patient', nudge: 1 },
      { type: 'deals.confirmation-due', awaited: 'patient', nudge: 2 },
      { type: 'deals.treated', by: 'silence' },
    ]);
    expect(walk([confirm('clinic'), confirm('patient')]).facts!.at(-1)).toMatchObject({
      type: 'deals.treated',
      by: 'both',
    });
    expect(walk([...paths['disputed, against the patient']!, uphold]).facts!.at(-1)).toMatchObject({
      type: 'deals.treated',
      by: 'staff',
    });
  });

  it('tells staff what stands still, and no longer once it moves', () => {
    const still = walk([{ elapsed: 'date' }]);
    expect(still.facts!.at(-1)).toMatchObject({ type: 'deals.stood-still', because: 'no-date' });
    expect(still.context!.stillBecause).toBe('no-date');
    expect(walk([{ elapsed: 'date' }, ...agreed]).context!.stillBecause).toBeNull();
    const silent: Step[] = [...dateOver, { elapsed: 'report' }];
    expect(walk(silent).context!.stillBecause).toBe('no-confirmation');
    expect(walk([...silent, confirm('clinic')]).context!.stillBecause).toBeNull();
  });

  it('raises the sequence of its calendar entry when what was agreed on is called off', () => {
    expect(walk([...agreed, cancel('clinic')]).context!.sequence).toBe(1);
    expect(walk([cancel('clinic')]).context!.sequence).toBe(0);
  });
});
