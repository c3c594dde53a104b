import {
  type BodyArea,
  type Category,
  type City,
  fitsCategory,
  type SubTreatment,
  bodyAreas,
  categories,
  cities,
  openLists,
  subTreatments,
} from './catalogue';
import { assign, initialTransition, setup, type SnapshotFrom, transition } from 'xstate';
import {
  type Step,
  stepOfState,
  steps,
  type OpenChoices,
  eachOpen,
  hasPatientInfo,
  nothingStated,
  openFields,
} from './values';
import type { Choices, DraftFields } from './schemas';

export const noChoices: Choices = {
  category: null,
  subTreatment: null,
  bodyArea: null,
  locations: [],
  ...nothingStated,
};

const isAmong = (list: readonly unknown[], value: unknown): boolean => list.includes(value);
const oneOf = (list: readonly unknown[]) => (value: unknown) =>
  value === null || isAmong(list, value);

const isChoice: Record<keyof Choices, (value: unknown) => boolean> = {
  category: oneOf(categories),
  subTreatment: oneOf(subTreatments),
  bodyArea: oneOf(bodyAreas),
  locations: (value) => Array.isArray(value) && value.every((city) => isAmong(cities, city)),
  ...eachOpen((field) => oneOf(openLists[field])),
};
const fields = Object.keys(isChoice) as Array<keyof Choices>;

/** What `choicesSchema` reads in choices that were kept outside the server, without a schema in the browser. Null: nothing. */
export function readChoices(kept: unknown): Choices | null {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return null;
  if (Object.keys(kept).some((key) => !isAmong(fields, key))) return null;
  const given = Object.entries(kept).filter(([, value]) => value !== undefined);
  const read = { ...nothingStated, ...Object.fromEntries(given) } as Choices;
  return fields.every((field) => isChoice[field](read[field])) ? read : null;
}

/** Choices without those that do not fit their category. */
export function fittingChoices(choices: Choices): Choices {
  const { category } = choices;
  const fits = (value: Choices['subTreatment'] | Choices['bodyArea']): boolean =>
    category !== null && value !== null && fitsCategory(category, value);
  return {
    ...choices,
    subTreatment: fits(choices.subTreatment) ? choices.subTreatment : null,
    bodyArea: fits(choices.bodyArea) ? choices.bodyArea : null,
  };
}

export const emptyFields: DraftFields = {
  ...noChoices,
  notes: '',
  patientInfo: { ageBand: null, gender: null, medicalHistory: '', allergies: '' },
};

/** Nothing was chosen or typed yet. */
export const saysNothing = (fields: DraftFields): boolean => {
  const { category, locations, notes, patientInfo } = fields;
  const chosen = category ?? openFields.find((field) => fields[field]);
  return !chosen && locations.length === 0 && notes === '' && !hasPatientInfo(patientInfo);
};

/** Whether a draft holds anything that its patient would miss. */
export const hasBegun = (draft: { fields: DraftFields; photos: readonly unknown[] }): boolean =>
  draft.photos.length > 0 || !saysNothing(draft.fields);

/** The choices among a draft's fields. */
export const choicesOf = ({ notes: _n, patientInfo: _p, ...choices }: DraftFields): Choices =>
  choices;

export type WizardEvent =
  | { type: 'choose-category'; category: Category }
  | { type: 'choose-sub-treatment'; subTreatment: SubTreatment }
  | { type: 'choose-area'; bodyArea: BodyArea }
  | { type: 'choose-locations'; locations: City[] }
  /** What is not named stays as it is. */
  | ({ type: 'choose-budget' } & Partial<OpenChoices>)
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'go-to'; step: Step }
  /** What was kept of an earlier visit; a step outside 1 to 7 is not accepted. */
  | { type: 'restore'; step: number; choices: Choices }
  | { type: 'submitted' };

/** The last step that these choices lead to: each of the first three needs its choice made. */
export function furthestStep(choices: Choices): Step {
  if (!choices.category) return 1;
  if (!choices.subTreatment) return 2;
  return choices.bodyArea ? 7 : 3;
}

const restored = (event: WizardEvent): { step: Step; choices: Choices } | null => {
  if (event.type !== 'restore') return null;
  if (!Number.isInteger(event.step) || event.step < 1 || event.step > 7) return null;
  const known = readChoices(event.choices);
  if (!known) return null;
  const choices = fittingChoices(known);
  return { step: Math.min(event.step, furthestStep(choices)) as Step, choices };
};

const machineSetup = setup({
  types: {
    context: {} as Choices,
    events: {} as WizardEvent,
    input: {} as Choices,
  },
  guards: {
    /** Every choice that the steps before `step` ask for is made. */
    reachable: ({ context }, { step }: { step: Step }) => furthestStep(context) >= step,
    wanted: ({ context, event }, { step }: { step: Step }) =>
      event.type === 'go-to' && event.step === step && furthestStep(context) >= step,
    leftAt: ({ event }, { step }: { step: Step }) => restored(event)?.step === step,
    subTreatmentFits: ({ context, event }) =>
      event.type === 'choose-sub-treatment' &&
      context.category !== null &&
      fitsCategory(context.category, event.subTreatment),
    areaFits: ({ context, event }) =>
      event.type === 'choose-area' &&
      context.category !== null &&
      fitsCategory(context.category, event.bodyArea),
  },
  actions: {
    takeCategory: assign(({ event }) =>
      event.type === 'choose-category'
        ? { category: event.category, subTreatment: null, bodyArea: null }
        : {},
    ),
    takeSubTreatment: assign(({ event }) =>
      event.type === 'choose-sub-treatment' ? { subTreatment: event.subTreatment } : {},
    ),
    takeArea: assign(({ event }) =>
      event.type === 'choose-area' ? { bodyArea: event.bodyArea } : {},
    ),
    takeLocations: assign(({ event }) =>
      event.type === 'choose-locations' ? { locations: [...new Set(event.locations)] } : {},
    ),
    takeBudget: assign(({ event }) => {
      if (event.type !== 'choose-budget') return {};
      const { type: _type, ...chosen } = event;
      return chosen;
    }),
    takeRestored: assign(({ event }) => restored(event)?.choices ?? {}),
    forget: assign(noChoices),
  },
});

/**
 * The consultation wizard, in the browser and on the server alike. Holds the step and the choices;
 * notes, patient information and photos stay beside it. A choice does not move on by itself: the view
 * sends `next`, after 300 ms or with the form.
 */
export const wizardMachine = machineSetup.createMachine({
  id: 'consultation.wizard',
  context: ({ input }) => input ?? noChoices,
  initial: 'category',
  on: {
    'go-to': steps.map(({ number, state }) => ({
      target: `.${state}` as const,
      guard: { type: 'wanted' as const, params: { step: number } },
    })),
    restore: steps.map(({ number, state }) => ({
      target: `.${state}` as const,
      guard: { type: 'leftAt' as const, params: { step: number } },
      actions: 'takeRestored' as const,
    })),
  },
  states: {
    category: {
      on: {
        'choose-category': { actions: 'takeCategory' },
        next: { target: 'treatment', guard: { type: 'reachable', params: { step: 2 } } },
      },
    },
    treatment: {
      on: {
        'choose-sub-treatment': { actions: 'takeSubTreatment', guard: 'subTreatmentFits' },
        next: { target: 'area', guard: { type: 'reachable', params: { step: 3 } } },
        back: 'category',
      },
    },
    area: {
      on: {
        'choose-area': { actions: 'takeArea', guard: 'areaFits' },
        next: { target: 'photos', guard: { type: 'reachable', params: { step: 4 } } },
        back: 'treatment',
      },
    },
    photos: { on: { next: 'locations', back: 'area' } },
    locations: {
      on: {
        'choose-locations': { actions: 'takeLocations' },
        next: 'budget',
        back: 'photos',
      },
    },
    budget: {
      on: { 'choose-budget': { actions: 'takeBudget' }, next: 'summary', back: 'locations' },
    },
    summary: {
      on: { back: 'budget', submitted: { target: 'confirmation', actions: 'forget' } },
    },
    confirmation: { type: 'final' },
  },
});

export type WizardSnapshot = SnapshotFrom<typeof wizardMachine>;

/** Where a patient stands in the wizard. */
export interface WizardPlace {
  step: Step;
  choices: Choices;
}

/** The machine's snapshot of a stored place; a step that its choices do not lead to is pulled back. */
export function wizardAt(place: WizardPlace): WizardSnapshot {
  const [initial] = initialTransition(wizardMachine, noChoices);
  return transition(wizardMachine, initial, { type: 'restore', ...place })[0];
}

export const placeOf = (snapshot: WizardSnapshot): WizardPlace => ({
  step: stepOfState(snapshot.value as string),
  choices: snapshot.context,
});

/** The place after these events; null when the wizard accepts one of them not at all. */
export function advance(place: WizardPlace, events: readonly WizardEvent[]): WizardPlace | null {
  let snapshot = wizardAt(place);
  for (const event of events) {
    if (!snapshot.can(event)) return null;
    [snapshot] = transition(wizardMachine, snapshot, event);
  }
  return placeOf(snapshot);
}
