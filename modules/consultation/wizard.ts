import { initialTransition, transition, type SnapshotFrom } from 'xstate';
import { noChoices } from './draft-choices';
import type { Choices } from './draft-fields';
import { stepOfState, type Step } from './steps';
import { wizardMachine, type WizardEvent } from './wizard.machine';

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
