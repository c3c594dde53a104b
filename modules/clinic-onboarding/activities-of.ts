import type { Change } from '#platform/flow';
import type { applicationMachine } from './application.machine';
import type { ApplicationFact } from './facts';
import type { Place } from './place-of';
import type { ApplicationEvent } from './status';

/** Each fact is told to those who follow an application, by its own name. */
const nameOf = ({ type }: ApplicationFact): ApplicationEvent =>
  type.slice('clinic-onboarding.'.length) as ApplicationEvent;

/** Events of the clinic of which the machine makes no fact. */
const events: Readonly<Record<string, ApplicationEvent>> = {
  'clinic-onboarding.change-details': 'details-changed',
};

/** What an event means to those who follow its application. */
export const activitiesOf = ({
  event,
  facts,
}: Pick<Change<typeof applicationMachine>, 'event' | 'facts'>): ApplicationEvent[] =>
  [events[event.type] ?? null, ...facts.map(nameOf)].filter((kind) => kind !== null);

/** Whether the clocks of a review run. */
export const isComplete = ({ stage }: Place): boolean => stage !== null && stage !== 'documents';
