import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { days, hours, minutes } from '#platform/duration';
import type { FindingCode } from './findings';
import { leadMachine, type LeadEvent } from './lead.machine';
import { placeOf } from './place-of';

const windows = {
  screening: minutes(10),
  widening: hours(24),
  notice: hours(48),
  reminder: days(25),
  expiry: days(30),
};
const input = (findings: FindingCode[] = []) => ({
  leadId: 'lead',
  patientId: 'patient',
  windows,
  findings,
});

type Step = LeadEvent | { elapsed: keyof typeof delayOf };

const delayOf = {
  screening: ['screening-window', 'leads.lead.pending.screening'],
  widening: ['widening-window', 'leads.lead.published.reviewed.local'],
  notice: ['notice-window', 'leads.lead.published.reviewed.wide'],
  reminder: ['reminder-window', 'published'],
  expiry: ['expiry-window', 'published'],
} as const;

const eventOf = (step: Step) => {
  if ('type' in step) return step;
  const [name, state] = delayOf[step.elapsed];
  return { type: `xstate.after.${name}.${state}` };
};

type Action = { type: string; params: unknown };

/** Walks the machine purely; what it emits and arms comes with it. */
function walk(steps: Step[], findings: FindingCode[] = []) {
  let [snapshot, actions] = initialTransition(leadMachine, input(findings));
  const all = [...actions] as Action[];
  for (const step of steps) {
    const event = eventOf(step) as LeadEvent;
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
const received = { type: 'leads.offer-received' } as const;
const gone = { type: 'leads.offer-gone' } as const;
const accepted = {
  type: 'leads.offer-accepted',
  offerId: '3f0d1c52-5c0e-4a67-9d2e-0d7c2b1f5a10',
} as const;
const cancel = { type: 'leads.cancel' } as const;
const reject = { type: 'leads.reject' } as const;
const keep = { type: 'leads.keep-waiting' } as const;

const paths: Record<string, { steps: Step[]; findings?: FindingCode[] }> = {
  'pending.screening': { steps: [] },
  'pending.held': { steps: [], findings: ['link'] },
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
  cancel,
  keep,
  received,
  gone,
  accepted,
  screening: { elapsed: 'screening' },
  widening: { elapsed: 'widening' },
  notice: { elapsed: 'notice' },
  reminder: { elapsed: 'reminder' },
  expiry: { elapsed: 'expiry' },
};

/** Every state × event; what is not listed is refused. */
const accepts: Record<string, Record<string, string>> = {
  'pending.screening': {
    approve: 'reviewed.local',
    reject: 'cancelled',
    cancel: 'cancelled',
    screening: 'reviewed.local',
  },
  'pending.held': { approve: 'reviewed.local', reject: 'cancelled', cancel: 'cancelled' },
  'reviewed.local': {
    cancel: 'cancelled',
    received: 'offers_received',
    widening: 'reviewed.wide',
    reminder: 'reviewed.local',
    expiry: 'cancelled',
  },
  'reviewed.wide': {
    cancel: 'cancelled',
    received: 'offers_received',
    notice: 'reviewed.told',
    reminder: 'reviewed.wide',
    expiry: 'cancelled',
  },
  'reviewed.told': {
    cancel: 'cancelled',
    received: 'offers_received',
    keep: 'reviewed.waiting',
    reminder: 'reviewed.told',
    expiry: 'cancelled',
  },
  'reviewed.waiting': {
    cancel: 'cancelled',
    received: 'offers_received',
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

  it('arms each clock with its window, the notice from the widening on', () => {
    expect(walk([]).armed).toEqual([windows.screening]);
    expect(walk([approve]).armed).toEqual(
      expect.arrayContaining([windows.widening, windows.reminder, windows.expiry]),
    );
    expect(walk([approve, { elapsed: 'widening' }]).armed!.at(-1)).toBe(hours(24));
  });

  it('has no clock that publishes what the checks held back', () => {
    expect(walk([], ['contact-data']).armed).toEqual([]);
  });

  it('tells each fact once', () => {
    expect(walk([{ elapsed: 'screening' }, received, received, gone, gone]).facts).toEqual([
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

  it('counts live offers, and falls back to reviewed with the last one', () => {
    const two = walk([approve, received, received]);
    expect(two).toMatchObject({ at: 'offers_received', context: { offersCount: 2 } });
    expect(walk([approve, received, received, gone])).toMatchObject({
      at: 'offers_received',
      context: { offersCount: 1 },
    });
    expect(walk([approve, received, gone])).toMatchObject({
      at: 'reviewed.local',
      context: { offersCount: 0 },
    });
  });

  it('stays wide once it was widened', () => {
    expect(walk([approve, { elapsed: 'widening' }, received, gone])).toMatchObject({
      at: 'reviewed.wide',
      context: { widened: true },
    });
  });

  it('remembers who ended it', () => {
    const by = (steps: Step[]) => walk(steps).context!.cancelledBy as unknown;
    expect(by([cancel])).toBe('patient');
    expect(by([reject])).toBe('team');
    expect(by([approve, { elapsed: 'expiry' }])).toBe('expiry');
  });
});
