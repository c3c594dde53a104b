import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { hours } from '#platform/base/duration';
import { applicationMachine, type ApplicationEvent, type Evidence } from './application.machine';
import { placeOf } from './rules';

const clocks = { reminder: hours(24), escalation: hours(48), breach: hours(80) };
const nothing: Evidence = { complete: false, accepted: false, clocks };
const complete: Evidence = { complete: true, accepted: false, clocks };
const accepted: Evidence = { complete: true, accepted: true, clocks };

/** `pass`: time goes by before the next step. */
type Step = ApplicationEvent | { elapsed: keyof typeof delayOf } | { pass: number };

const delayOf = {
  reminder: ['reminder-window', 'clinic-onboarding.application.pending.complete.review'],
  escalation: ['escalation-window', 'clinic-onboarding.application.pending.complete.reminded'],
  breach: ['breach-window', 'clinic-onboarding.application.pending.complete'],
} as const;

const begin = Date.parse('2026-03-01T10:00:00Z');
const instant = (passed: number) => new Date(begin + passed).toISOString();

const eventOf = (step: Exclude<Step, { pass: number }>, at: string) => {
  if ('type' in step) return { ...step, at };
  const [name, state] = delayOf[step.elapsed];
  return { type: `xstate.after.${name}.${state}`, at };
};

type Action = { type: string; params: unknown };

/** Walks the machine purely; what it emits, arms and cancels comes with it. */
function walk(steps: readonly Step[], start = nothing) {
  const input = { clinicId: 'clinic', ...start, at: instant(0) };
  let [snapshot, actions] = initialTransition(applicationMachine, input);
  const all = [...actions] as Action[];
  let passed = 0;
  for (const step of steps) {
    if ('pass' in step) {
      passed += step.pass;
      continue;
    }
    const event = eventOf(step, instant(passed)) as ApplicationEvent;
    if (applicationMachine.getTransitionData(snapshot, event).length === 0)
      return { refused: event.type };
    [snapshot, actions] = transition(applicationMachine, snapshot, event);
    all.push(...(actions as Action[]));
  }
  const facts = all
    .filter(({ type }) => type === 'xstate.emit')
    .map(({ params }) => (params as { event: { type: string } }).event.type.split('.')[1]);
  const armed = all
    .filter(({ type }) => type === 'xstate.raise')
    .map(({ params }) => (params as { delay: number }).delay);
  const cancelled = all.filter(({ type }) => type === 'xstate.cancel').length;
  const { status, stage } = placeOf(snapshot.value);
  return { at: stage ?? status, facts, armed, cancelled, context: snapshot.context };
}

const send = <T extends string>(name: T) => ({ type: `clinic-onboarding.${name}` }) as const;
const change = (evidence: Evidence) => ({ ...send('change-documents'), ...evidence });
const review = (evidence: Evidence) => ({ ...send('review-documents'), ...evidence });
const resubmit = (evidence: Evidence) => ({ ...send('resubmit'), ...evidence });
const elapsed = (clock: keyof typeof delayOf) => ({ elapsed: clock });

const paths: Record<string, readonly Step[]> = {
  documents: [],
  review: [change(complete)],
  'review, accepted': [change(complete), review(accepted)],
  reminded: [change(complete), elapsed('reminder')],
  escalated: [change(complete), elapsed('reminder'), elapsed('escalation')],
  breached: [change(complete), elapsed('reminder'), elapsed('escalation'), elapsed('breach')],
  'breached, accepted': [change(complete), elapsed('breach'), review(accepted)],
  rejected: [send('reject')],
  approved: [change(accepted), send('approve')],
  suspended: [change(accepted), send('approve'), send('suspend')],
};

const events: Record<string, Step> = {
  'change nothing': change(nothing),
  'change complete': change(complete),
  'change accepted': change(accepted),
  'review nothing': review(nothing),
  'review complete': review(complete),
  'review accepted': review(accepted),
  details: send('change-details'),
  approve: send('approve'),
  reject: send('reject'),
  'resubmit nothing': resubmit(nothing),
  'resubmit complete': resubmit(complete),
  suspend: send('suspend'),
  reinstate: send('reinstate'),
  reminder: elapsed('reminder'),
  escalation: elapsed('escalation'),
  breach: elapsed('breach'),
};

const stays = (at: string) => ({
  'change complete': at,
  'change accepted': at,
  'review complete': at,
  'review accepted': at,
  details: at,
});
/** Complete, wherever its clocks are. */
const underReview = (at: string) => ({
  ...stays(at),
  'change nothing': 'documents',
  'review nothing': 'documents',
  reject: 'rejected',
});
const decided = (at: string) => ({
  'change nothing': at,
  'change complete': at,
  'change accepted': at,
});

/** Every state × event; what is not listed is refused. */
const accepts: Record<string, Record<string, string>> = {
  documents: {
    ...stays('review'),
    details: 'documents',
    'change nothing': 'documents',
    'review nothing': 'documents',
    reject: 'rejected',
  },
  review: { ...underReview('review'), reminder: 'reminded', breach: 'breached' },
  'review, accepted': {
    ...underReview('review'),
    approve: 'approved',
    reminder: 'reminded',
    breach: 'breached',
  },
  reminded: { ...underReview('reminded'), escalation: 'escalated', breach: 'breached' },
  escalated: { ...underReview('escalated'), breach: 'breached' },
  // A clock that rang is not armed any more; should it ring again, it says the same.
  breached: { ...underReview('breached'), breach: 'breached' },
  'breached, accepted': { ...underReview('breached'), approve: 'approved', breach: 'breached' },
  rejected: {
    ...decided('rejected'),
    details: 'rejected',
    'resubmit nothing': 'documents',
    'resubmit complete': 'review',
  },
  approved: { ...decided('approved'), suspend: 'suspended' },
  suspended: { ...decided('suspended'), reinstate: 'approved' },
};

const table = Object.keys(paths).flatMap((state) =>
  Object.keys(events).map((event) => [state, event, accepts[state]![event] ?? 'refused'] as const),
);

describe('the life of an application', () => {
  it.each(table)('%s + %s → %s', (state, event, expected) => {
    expect(walk(paths[state]!)).toMatchObject({ at: state.split(',')[0] });
    const outcome = walk([...paths[state]!, events[event]!]);
    expect('refused' in outcome ? 'refused' : outcome.at).toBe(expected);
  });

  it('arms its clocks with completeness', () => {
    expect(walk([]).armed).toEqual([]);
    expect(walk([], complete).armed).toEqual([hours(80), hours(24)]);
    expect(walk([{ pass: hours(9) }, change(complete)]).armed).toEqual([hours(80), hours(24)]);
  });

  it.each([
    ['on time', hours(24), hours(24)],
    ['late by a day', hours(47), hours(1)],
    ['later than the escalation', hours(70), 0],
  ])('escalates when it was promised to, the reminder %s', (_how, pass, left) => {
    const steps = [{ pass: hours(9) }, change(complete), { pass }, elapsed('reminder')];
    expect(walk(steps).armed!.at(-1)).toBe(left);
  });

  it('counts from the last time that it became complete', () => {
    const again = [change(complete), { pass: hours(20) }, change(nothing), { pass: hours(20) }];
    expect(walk([change(complete), change(nothing)]).context!.completeAt).toBeNull();
    const { armed, context } = walk([...again, change(complete)]);
    expect(context!.completeAt).toBe(instant(hours(40)));
    expect(armed!.slice(-2)).toEqual([hours(80), hours(24)]);
  });

  it('keeps the clocks it became complete under, whatever is reviewed meanwhile', () => {
    const later = { ...clocks, breach: hours(1) };
    const outcome = walk([change(complete), review({ ...accepted, clocks: later })]);
    expect(outcome).toMatchObject({ at: 'review', cancelled: 0, context: { clocks } });
    expect(outcome.armed).toHaveLength(2);
  });

  it('stops every clock when it falls back, and starts them anew', () => {
    const back = walk([change(complete), elapsed('reminder'), review(nothing)]);
    expect(back).toMatchObject({ at: 'documents' });
    expect(walk([change(complete), change(nothing)]).cancelled).toBe(2);
    const again = walk([change(complete), change(nothing), change(complete)]);
    expect(again.armed).toHaveLength(4);
  });

  it.each([['approve'], ['reject']] as const)('has no clock after %s', (decision) => {
    expect(walk([], accepted).cancelled).toBe(0);
    expect(walk([send(decision)], accepted).cancelled).toBe(2);
  });

  it('tells each fact once', () => {
    expect(walk([]).facts).toEqual(['registered']);
    expect(walk([], complete).facts).toEqual(['registered', 'documents-completed']);
    expect(
      walk([
        change(complete),
        change(complete),
        elapsed('reminder'),
        elapsed('escalation'),
        elapsed('breach'),
        review(nothing),
        send('reject'),
        resubmit(accepted),
        send('approve'),
        send('suspend'),
        send('reinstate'),
      ]).facts,
    ).toEqual([
      'registered',
      'documents-completed',
      'reminder-due',
      'escalated',
      'breached',
      'documents-incomplete',
      'rejected',
      'resubmitted',
      'documents-completed',
      'approved',
      'suspended',
      'reinstated',
    ]);
  });

  it('counts how often it was handed in again', () => {
    expect(
      walk([send('reject'), resubmit(nothing), send('reject'), resubmit(complete)]).context,
    ).toMatchObject({ resubmissions: 2, complete: true });
  });

  it('is not approved by what was accepted before it was handed in again', () => {
    expect(walk([send('reject'), resubmit(complete), send('approve')], accepted)).toEqual({
      refused: 'clinic-onboarding.approve',
    });
  });
});
