import { idFromName } from '#platform/ids';
import type { Migration, Past } from '#platform/flow';
import type { LeadContext } from './lead.machine';
import { placeOf } from './place-of';

interface V1 {
  readonly context: { readonly leadId: string; readonly offersCount: number };
}

type New = Pick<LeadContext, 'submittedAt' | 'publishedAt' | 'searchingSince' | 'offerIds'>;

const statusOf = ({ value }: Past): string => placeOf(value).status;

/**
 * From clocks that counted from whatever had armed them, and a bare number of offers. The instants are in the log; what
 * is armed keeps the time that it was promised for. No release has sent an offer to version 1, so the ids of those
 * that it counted stand for their number only.
 */
export const toLeadV2: Migration = (stored, past) => {
  const state = stored as V1;
  const { offersCount, ...context } = state.context;
  const searching = past.findLastIndex(
    (entry, index) =>
      statusOf(entry) === 'reviewed' && (index === 0 || statusOf(past[index - 1]!) !== 'reviewed'),
  );
  const added: New = {
    submittedAt: past.find(({ name }) => name === 'flow.started')?.at ?? null,
    publishedAt: past.find((entry) => statusOf(entry) === 'reviewed')?.at ?? null,
    searchingSince: past[searching]?.at ?? null,
    offerIds: Array.from({ length: offersCount }, (_, n) =>
      idFromName(`${context.leadId}:offer:${n}`),
    ),
  };
  return { state: { ...state, context: { ...context, ...added } } };
};

/** From requests that nobody could open to all cities. */
export const toLeadV3: Migration = (stored) => {
  const state = stored as { readonly context: object };
  return { state: { ...state, context: { ...state.context, citiesOpened: false } } };
};

/** From requests that the team could not send back. */
export const toLeadV4: Migration = (stored) => {
  const state = stored as { readonly context: object };
  return { state: { ...state, context: { ...state.context, sentBackAt: null } } };
};
