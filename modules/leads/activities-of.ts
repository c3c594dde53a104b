import type { Change } from '#platform/flow';
import type { LeadFact } from './facts';
import type { leadMachine } from './lead.machine';
import type { ActivityKind } from './status';

type Told<F> = ActivityKind | ((fact: F) => ActivityKind | null);

const cancelled = { patient: 'cancelled', team: 'rejected', expiry: null } as const;

/** What the owner of a request is told of each fact; null where another fact of the same event says more. */
const activities: { readonly [F in LeadFact as F['type']]: Told<F> } = {
  'leads.submitted': 'submitted',
  'leads.sent-back': 'sent-back',
  'leads.published': 'published',
  'leads.widened': 'widened',
  'leads.no-offers-yet': 'no-offers-yet',
  'leads.cities-opened': 'cities-opened',
  'leads.offers-received': 'offers-received',
  'leads.offers-gone': 'offers-gone',
  'leads.reminder-due': 'reminder-due',
  'leads.completed': 'completed',
  'leads.cancelled': ({ by }) => cancelled[by],
  'leads.expired': 'expired',
};

/** Answers of the owner of which the machine makes no fact. */
const answers: Readonly<Record<string, ActivityKind>> = { 'leads.keep-waiting': 'kept-waiting' };

const kindOf = (fact: LeadFact): ActivityKind | null => {
  const told = activities[fact.type] as Told<LeadFact>;
  return typeof told === 'function' ? told(fact) : told;
};

/** What an event means to the owner of its request, which had so many live offers before. */
export const activitiesOf = (
  { event, facts, context }: Pick<Change<typeof leadMachine>, 'event' | 'facts' | 'context'>,
  offersBefore: number,
): ActivityKind[] => {
  const another = offersBefore > 0 && context.offerIds.length > offersBefore;
  return [
    answers[event.type] ?? null,
    another ? ('offer-received' as const) : null,
    ...facts.map(kindOf),
  ].filter((kind) => kind !== null);
};
