import type { Change } from '#platform/flow';
import type { applicationMachine } from './application.machine';
import { placeOf, type Place } from './place-of';
import type { ApplicationEvent } from './status';

const byEvent: Record<string, ApplicationEvent> = {
  'flow.started': 'registered',
  'clinic-onboarding.reminder-window-elapsed': 'reminder-due',
  'clinic-onboarding.escalation-window-elapsed': 'escalated',
  'clinic-onboarding.breach-window-elapsed': 'breached',
  'clinic-onboarding.change-details': 'details-changed',
  'clinic-onboarding.resubmit': 'resubmitted',
  'clinic-onboarding.approve': 'approved',
  'clinic-onboarding.reject': 'rejected',
  'clinic-onboarding.suspend': 'suspended',
  'clinic-onboarding.reinstate': 'reinstated',
};

/** What an event means to those who follow an application that stood at `before`; null at its start. */
export function activitiesOf(
  { event, value }: Pick<Change<typeof applicationMachine>, 'event' | 'value'>,
  before: Place | null,
): ApplicationEvent[] {
  const named = byEvent[event.type];
  const after = placeOf(value);
  const ran = before !== null && isComplete(before);
  const happened: ApplicationEvent[] = named ? [named] : [];
  if (isComplete(after) && !ran) happened.push('documents-completed');
  if (after.stage === 'documents' && ran) happened.push('documents-incomplete');
  return happened;
}

/** Whether the clocks of a review run. */
export const isComplete = ({ stage }: Place): boolean => stage !== null && stage !== 'documents';
