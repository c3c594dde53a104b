import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { days, hours, minutes } from '#platform/base/duration';
import type { FindingCode } from './schemas';
import { leadMachine, type LeadEvent } from './lead.machine';
import { placeOf } from './rules';

const windows = {
  screening: minutes(10),
  widening: hours(24),
  notice: hours(48),
  reminder: days(25),
  expiry: days(30),
};
const begin = Date.parse('2026-03-01T10:00:00Z');
const instant = (passed: number) => new Date(begin + passed).toISOString();
const input = (findings: FindingCode[] = []) => ({
  leadId: 'lead',
  patientId: 'patient',
  windows,
  findings,
  at: instant(0),
});

/** `pass`: time goes by before the next step. */
type Step = LeadEvent | { elapsed: keyof typeof delayOf } | { pass: number };

const delayOf = {
  screening: ['screening-window', 'leads.lead.pending.screening'],
  widening: ['widening-window', 'leads.lead.published.reviewed.local'],
  notice: ['notice-window', 'leads.lead.published.reviewed.wide'],
  reminder: ['reminder-window', 'published'],
  expiry: ['expiry-window', 'published'],
  returned: ['return-window', 'leads.lead.pending.returned'],
} as const;

const eventOf = (step: Exclude<Step, { pass: number }>, at: string) => {
  if ('type' in step) return { ...step, at };
  const [name, state] = delayOf[step.elapsed];
  return { type: `xstate.after.${name}.${state}`, at };
};

type Action = { type: string; params: unknown };

/** Walks the machine purely; what it emits and arms comes with it. */
function walk(steps: Step[], findings: FindingCode[] = []) {
  let [snapshot, actions] = initialTransition(leadMachine, input(findings));
  const all = [...actions] as Action[];
  let passed = 0;
  for (const step of steps) {
    if ('pass' in step) {
      passed += step.pass;
      continue;
    }
    const event = eventOf(step, instant(passed)) as LeadEvent;
    if (leadMachine.getTransitionData(snapshot, event).length === 0) return { refused: event.type };
    [snapshot, actions] = transition(leadMachine, snapshot, event);
    all.push(...(actions as Action[]));
  }
  const facts = all
    .filter(({ type }) => type === 'xstate.emit')
    .map(({ params }) => (params as { event: { type: string } }).event.type);
  const armed = all
    .filter(({ type }) => type === 'xstate.raise')
    .map(({ params }) => (params as { delay: number; id: string }).delay);
  const { status, within } = placeOf(snapshot.value);
  return { at: within ? `${status}.${within}` : status, facts, armed, context: snapshot.context };
}

const approve = { type: 'leads.approve' } as const;
const receive = (offerId: string) => ({ type: 'leads.offer-received', offerId }) as const;
const lose = (offerId: string) => ({ type: 'leads.offer-gone', offerId }) as const;
const received = receive('one');
const gone = lose('one');
const accepted = { type: 'leads.offer-accepted', offerId: 'one' } as const;
const cancel = { type: 'leads.cancel' } as const;
const reject = { type: 'leads.reject' } as const;
const sendBack = { type: 'leads.send-back' } as const;
const keep = { type: 'leads.keep-waiting' } as const;
const openCities = { type: 'leads.open-cities' } as const;

const paths: Record<string, { steps: Step[]; findings?: FindingCode[] }> = {
  'pending.screening': { steps: [] },
  'pending.held': { steps: [], findings: ['link'] },
  'pending.returned': { steps: [sendBack], findings: ['link'] },
  'reviewed.local': { steps: [approve] },
  'reviewed.wide': { steps: [approve, { elapsed: 'widening' }] },
  'reviewed.told': { steps: [approve, { elapsed: 'widening' }, { elapsed: 'notice' }] },
  'reviewed.waiting': {
    steps: [approve, { elapsed: 'widening' }, { elapsed: 'notice' }, keep],
  },
  offers_received: { steps: [approve, received] },
  completed: { steps: [approve, received, accepted] },
  cancelled: { steps: [cancel] },
};

const events: Record<string, Step> = {
  approve,
  reject,
  sendBack,
  cancel,
  keep,
  openCities,
  received,
  gone,
  accepted,
  screening: { elapsed: 'screening' },
  widening: { elapsed: 'widening' },
  notice: { elapsed: 'notice' },
  reminder: { elapsed: 'reminder' },
  expiry: { elapsed: 'expiry' },
  returned: { elapsed: 'returned' },
};

/** Every state × event; what is not listed is refused. */
const accepts: Record<string, Record<string, string>> = {
  'pending.screening': {
    approve: 'reviewed.local',
    reject: 'cancelled',
    sendBack: 'pending.returned',
    cancel: 'cancelled',
    screening: 'reviewed.local',
  },
  'pending.held': {
    approve: 'reviewed.local',
    reject: 'cancelled',
    sendBack: 'pending.returned',
    cancel: 'cancelled',
  },
  'pending.returned': {
    approve: 'reviewed.local',
    reject: 'cancelled',
    cancel: 'cancelled',
    returned: 'cancelled',
  },
  'reviewed.local': {
    cancel: 'cancelled',
    received: 'offers_received',
    gone: 'reviewed.local',
    widening: 'reviewed.wide',
    reminder: 'reviewed.local',
    expiry: 'cancelled',
  },
  'reviewed.wide': {
    cancel: 'cancelled',
    received: 'offers_received',
    gone: 'reviewed.wide',
    notice: 'reviewed.told',
    reminder: 'reviewed.wide',
    expiry: 'cancelled',
  },
  'reviewed.told': {
    cancel: 'cancelled',
    received: 'offers_received',
    gone: 'reviewed.told',
    keep: 'reviewed.waiting',
    openCities: 'reviewed.waiting',
    reminder: 'reviewed.told',
    expiry: 'cancelled',
  },
  'reviewed.waiting': {
    cancel: 'cancelled',
    received: 'offers_received',
    gone: 'reviewed.waiting',
    reminder: 'reviewed.waiting',
    expiry: 'cancelled',
  },
  offers_received: {
    cancel: 'cancelled',
    received: 'offers_received',
    gone: 'reviewed.local',
    accepted: 'completed',
    reminder: 'offers_received',
    expiry: 'cancelled',
  },
  completed: {},
  cancelled: {},
};

const table = Object.keys(paths).flatMap((state) =>
  Object.keys(events).map((event) => [state, event, accepts[state]![event] ?? 'refused'] as const),
);

describe('the life of a request', () => {
  it.each(table)('%s + %s → %s', (state, event, expected) => {
    const { steps, findings } = paths[state]!;
    expect(walk(steps, findings)).toMatchObject({ at: state });
    const outcome = walk([...steps, events[event]!], findings);
    expect('refused' in outcome ? 'refused' : outcome.at).toBe(expected);
  });

  it('arms each clock with its window', () => {
    expect(walk([]).armed).toEqual([windows.screening]);
    expect(walk([approve]).armed).toEqual(
      expect.arrayContaining([windows.widening, windows.reminder, windows.expiry]),
    );
  });

  it.each([
    ['on time', hours(24), hours(24)],
    ['late by a day', hours(47), hours(1)],
    ['later than the notice', hours(70), 0],
  ])('asks when it was promised to, the widening %s', (_how, pass, left) => {
    const steps = [{ pass: hours(5) }, approve, { pass }, { elapsed: 'widening' } as const];
    expect(walk(steps).armed!.at(-1)).toBe(left);
  });

  it('begins its search anew when the last offer is gone, and nothing else', () => {
    const back = [approve, { pass: hours(30) }, received, { pass: hours(30) }, gone];
    const { armed, context } = walk(back);
    expect(armed!.slice(-1)).toEqual([windows.widening]);
    expect(armed).toHaveLength(1 + 3 + 1);
    expect(context).toMatchObject({ publishedAt: instant(0), searchingSince: instant(hours(60)) });
    const wide = [approve, { elapsed: 'widening' } as const, received, { pass: hours(9) }, gone];
    expect(walk(wide).armed!.at(-1)).toBe(windows.notice);
  });

  it('has no clock that publishes what the checks held back', () => {
    expect(walk([], ['contact-data']).armed).toEqual([]);
  });

  it('waits for its patient as long as it would for offers, then expires', () => {
    const late = walk([{ pass: hours(5) }, sendBack, { pass: days(30) }, { elapsed: 'returned' }]);
    expect(late.armed).toContain(windows.expiry);
    expect(late.context).toMatchObject({ cancelledBy: 'expiry', sentBackAt: instant(hours(5)) });
    expect(late.facts).toEqual([
      'leads.submitted',
      'leads.sent-back',
      'leads.expired',
      'leads.cancelled',
    ]);
  });

  it('tells each fact once', () => {
    const two = [received, receive('two'), received, gone, gone, lose('two'), lose('two')];
    expect(walk([{ elapsed: 'screening' }, ...two]).facts).toEqual([
      'leads.submitted',
      'leads.published',
      'leads.offers-received',
      'leads.offers-gone',
    ]);
    expect(walk([approve, received, accepted]).facts!.at(-1)).toBe('leads.completed');
    expect(walk([approve, { elapsed: 'expiry' }]).facts!.slice(-2)).toEqual([
      'leads.expired',
      'leads.cancelled',
    ]);
  });

  it.each([
    ['two', [receive('two')], ['one', 'two']],
    ['one told twice', [received], ['one']],
    ['one of two gone', [receive('two'), gone], ['two']],
    ['one gone twice', [receive('two'), gone, gone], ['two']],
    ['gone without having come', [lose('three')], ['one']],
    ['one that came back', [receive('two'), gone, received], ['two', 'one']],
  ])('knows its live offers: %s', (_what, steps, offerIds) => {
    expect(walk([approve, received, ...steps])).toMatchObject({
      at: 'offers_received',
      context: { offerIds },
    });
  });

  it('falls back to reviewed with the last offer', () => {
    expect(walk([approve, received, receive('two'), lose('two'), gone])).toMatchObject({
      at: 'reviewed.local',
      context: { offerIds: [] },
    });
  });

  it('stays wide once it was widened', () => {
    expect(walk([approve, { elapsed: 'widening' }, received, gone])).toMatchObject({
      at: 'reviewed.wide',
      context: { widened: true },
    });
  });

  it('is opened to all cities once, also when it is asked about anew', () => {
    const asked: Step[] = [approve, { elapsed: 'widening' }, { elapsed: 'notice' }];
    const opened = [...asked, openCities];
    expect(walk(opened)).toMatchObject({ context: { citiesOpened: true } });
    expect(walk(opened).facts!.at(-1)).toBe('leads.cities-opened');
    const again: Step[] = [...opened, received, gone, { elapsed: 'notice' }];
    expect(walk(again)).toMatchObject({ at: 'reviewed.told' });
    expect(walk([...again, openCities])).toEqual({ refused: 'leads.open-cities' });
    expect(walk([...again, keep])).toMatchObject({ at: 'reviewed.waiting' });
  });

  it('remembers who ended it', () => {
    const by = (steps: Step[]) => walk(steps).context!.cancelledBy as unknown;
    expect(by([cancel])).toBe('patient');
    expect(by([reject])).toBe('team');
    expect(by([approve, { elapsed: 'expiry' }])).toBe('expiry');
  });
});
