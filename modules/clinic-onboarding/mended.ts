import { counts, missingKinds, type JudgedDocument } from './evidence';
import type { ApplicationEvent } from './status';

interface Happened {
  readonly kind: ApplicationEvent;
  readonly at: Date;
  readonly facts: Readonly<Record<string, string>>;
}

interface Rejected {
  readonly decidedAt: Date | null;
}

const roundStarts: readonly ApplicationEvent[] = ['registered', 'resubmitted'];
const refusals: readonly ApplicationEvent[] = ['document-asked-again', 'document-rejected'];

/**
 * Whether a rejected application can be handed in again with something in it that is new: one of the documents
 * that the review refused and that were still owed at the decision has come (or went where it is not required).
 * Where none was owed, the reason named something else, which no rule can read: then any change since counts.
 * `documents` are those not removed, `happened` is the history, oldest first.
 */
export function isMended(
  { decidedAt }: Rejected,
  documents: ReadonlyArray<JudgedDocument & { readonly id: string }>,
  happened: readonly Happened[],
): boolean {
  const decided = decidedAt ?? new Date(0);
  const owed = refusedIn(lastRound(happened)).filter(
    ({ at, facts }) => !cameBetween(documents, facts.kind, at, decided),
  );
  if (owed.length === 0)
    return (
      happened.some(({ kind, at }) => kind === 'details-changed' && at > decided) ||
      documents.some(({ createdAt }) => createdAt > decided)
    );
  const missing: readonly string[] = missingKinds(documents);
  return owed.some(({ facts }) => {
    const lies = documents.some(({ id }) => id === facts.documentId);
    return cameBetween(documents, facts.kind, decided) || (!lies && !missing.includes(facts.kind!));
  });
}

const lastRound = (happened: readonly Happened[]): readonly Happened[] =>
  happened.slice(happened.findLastIndex(({ kind }) => roundStarts.includes(kind)) + 1);

/** The last word on each document of the round, where it was a refusal. */
function refusedIn(round: readonly Happened[]): Happened[] {
  const verdicts = new Map<string, Happened>();
  for (const entry of round)
    if (entry.facts.documentId) verdicts.set(entry.facts.documentId, entry);
  return [...verdicts.values()].filter(({ kind }) => refusals.includes(kind));
}

const cameBetween = (
  documents: readonly JudgedDocument[],
  kind: string | undefined,
  from: Date,
  until = new Date(8.64e15),
): boolean =>
  documents.some(
    (doc) => doc.kind === kind && counts(doc) && doc.createdAt > from && doc.createdAt <= until,
  );
