import type { Migration, Past } from '#engine/contract';
import { isComplete, placeOf } from './place-of';

const wasComplete = ({ value }: Past): boolean => isComplete(placeOf(value));

/**
 * From clocks that counted from whatever had armed them. When the documents became complete is in the log; what is armed
 * keeps the time that it was promised for. A decision leaves the instant as it is.
 */
export const toApplicationV2: Migration = (stored, past) => {
  const state = stored as { readonly context: object };
  const started = past.findLastIndex(
    (entry, index) => wasComplete(entry) && (index === 0 || !wasComplete(past[index - 1]!)),
  );
  const stopped = past.findLastIndex(({ value }) => placeOf(value).stage === 'documents');
  const completeAt = started > stopped ? past[started]!.at : null;
  return { state: { ...state, context: { ...state.context, completeAt } } };
};
