import { describe, expect, it } from 'vitest';
import { transition } from 'xstate';
import {
  noChoices,
  advance,
  placeOf,
  wizardAt,
  type WizardEvent,
  wizardMachine,
} from './wizard.machine';
import { stepOfPath, stepPath, steps, type Step } from './values';
import { type Choices, choicesSchema } from './schemas';

const full: Choices = {
  ...noChoices,
  category: 'dental',
  subTreatment: 'Root Canal',
  bodyArea: 'mouth',
  locations: ['Ankara'],
  budget: '1000-5000',
  timeline: 'asap',
};

const events: Record<string, WizardEvent> = {
  'choose-category': { type: 'choose-category', category: 'hair' },
  'choose-sub-treatment': { type: 'choose-sub-treatment', subTreatment: 'Dental Crown' },
  'choose-area': { type: 'choose-area', bodyArea: 'smile' },
  'choose-locations': { type: 'choose-locations', locations: ['Istanbul', 'Istanbul'] },
  'choose-budget': { type: 'choose-budget', budget: null, timeline: 'flexible' },
  next: { type: 'next' },
  back: { type: 'back' },
  'go-to 7': { type: 'go-to', step: 7 },
  'restore 4': { type: 'restore', step: 4, choices: full },
  submitted: { type: 'submitted' },
};

/** Where each event leads from each step when everything is chosen; '-' is refused. */
const table: Record<string, Array<Step | '-' | 'end'>> = {
  'choose-category': [1, '-', '-', '-', '-', '-', '-'],
  'choose-sub-treatment': ['-', 2, '-', '-', '-', '-', '-'],
  'choose-area': ['-', '-', 3, '-', '-', '-', '-'],
  'choose-locations': ['-', '-', '-', '-', 5, '-', '-'],
  'choose-budget': ['-', '-', '-', '-', '-', 6, '-'],
  next: [2, 3, 4, 5, 6, 7, '-'],
  back: ['-', 1, 2, 3, 4, 5, 6],
  'go-to 7': [7, 7, 7, 7, 7, 7, 7],
  'restore 4': [4, 4, 4, 4, 4, 4, 4],
  submitted: ['-', '-', '-', '-', '-', '-', 'end'],
};

const rows = Object.entries(table).flatMap(([name, outcomes]) =>
  outcomes.map((outcome, n) => ({ name, from: (n + 1) as Step, outcome })),
);

describe('the wizard', () => {
  it.each(rows)('$name at step $from → $outcome', ({ name, from, outcome }) => {
    const before = wizardAt({ step: from, choices: full });
    expect(placeOf(before).step).toBe(from);
    expect(before.can(events[name]!)).toBe(outcome !== '-');
    const [after] = transition(wizardMachine, before, events[name]!);
    if (outcome === '-') expect(after.value).toBe(before.value);
    else if (outcome === 'end') expect(after.value).toBe('confirmation');
    else expect(placeOf(after).step).toBe(outcome);
  });

  it('resets sub-treatment and area with the category, also when it is the same one', () => {
    const place = advance({ step: 1, choices: full }, [
      { type: 'choose-category', category: 'dental' },
    ]);
    expect(place).toEqual({
      step: 1,
      choices: { ...full, category: 'dental', subTreatment: null, bodyArea: null },
    });
  });

  it('reaches no step before the choices of the earlier ones', () => {
    const known: Array<[Partial<Choices>, Step]> = [
      [{}, 1],
      [{ category: 'dental' }, 2],
      [{ category: 'dental', subTreatment: 'Root Canal' }, 3],
      [full, 7],
    ];
    for (const [choices, furthest] of known)
      for (const { number } of steps) {
        const place = { step: 1 as Step, choices: { ...noChoices, ...choices } };
        const gone = advance(place, [{ type: 'go-to', step: number }]);
        expect(gone?.step ?? null).toBe(number <= furthest ? number : null);
      }
    expect(advance({ step: 1, choices: noChoices }, [{ type: 'next' }])).toBeNull();
  });

  it('refuses a choice of another category', () => {
    expect(
      advance({ step: 2, choices: full }, [
        { type: 'choose-sub-treatment', subTreatment: 'Facelift' },
      ]),
    ).toBeNull();
    expect(
      advance({ step: 3, choices: full }, [{ type: 'choose-area', bodyArea: 'scalp-top' }]),
    ).toBeNull();
  });

  it.each([0, 8, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('restores no step %s', (step) => {
    const snapshot = wizardAt({ step: 2, choices: full });
    const event: WizardEvent = { type: 'restore', step, choices: full };
    expect(snapshot.can(event)).toBe(false);
  });

  it('restores a step as far as its choices lead, and only choices that fit', () => {
    const place = placeOf(wizardAt({ step: 7, choices: { ...full, bodyArea: 'legs' } }));
    expect(place).toEqual({ step: 3, choices: { ...full, bodyArea: null } });
    const broken = { ...full, category: 'nose' } as unknown as Choices;
    expect(wizardAt({ step: 4, choices: broken }).value).toBe('category');
  });

  it('forgets everything once submitted, and accepts nothing more', () => {
    const [end] = transition(wizardMachine, wizardAt({ step: 7, choices: full }), {
      type: 'submitted',
    });
    expect(choicesSchema.parse(end.context)).toEqual(noChoices);
    expect(end.status).toBe('done');
  });

  it('survives its own JSON', () => {
    const snapshot = wizardAt({ step: 5, choices: full });
    const again = JSON.parse(JSON.stringify(placeOf(snapshot))) as ReturnType<typeof placeOf>;
    expect(wizardAt(again).context).toEqual(snapshot.context);
  });

  it('keeps step and route in sync', () => {
    for (const { number } of steps) {
      expect(stepOfPath(stepPath(number).split('?')[0]!)).toBe(number);
    }
    expect(stepOfPath('/consultation/area/')).toBe(3);
    expect(stepOfPath('/consultation/else')).toBeNull();
  });
});
