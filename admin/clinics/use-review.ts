import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { ClinicDetailRecord, DocumentRecord } from '#contracts/clinic-onboarding';
import { useSend, type Sending } from '../components/use-send';
import { checklistOf, inOrder, nextWaiting, type KindOnList } from './checklist';

export interface Review {
  readonly checklist: readonly KindOnList[];
  readonly documents: readonly DocumentRecord[];
  readonly loading: boolean;
  readonly error: unknown;
  readonly selected: DocumentRecord | undefined;
  select(id: string): void;
  /** The neighbour of the selected document; stays where there is none. */
  step(by: 1 | -1): void;
  /** After a decision the next document that waits comes up by itself. */
  decided(): void;
  readonly sending: Sending;
}

const most = 100;

/** The documents of an application and the one that is being looked at. */
export function useReview({ id }: ClinicDetailRecord): Review {
  const { data, isPending, error } = useGetList<DocumentRecord>(
    'documents',
    {
      filter: { clinicId: id },
      sort: { field: 'createdAt', order: 'ASC' },
      pagination: { page: 1, perPage: most },
    },
    { retry: false },
  );
  const sending = useSend('documents');
  const [chosen, setChosen] = useState<string | null>(null);
  const checklist = checklistOf(data ?? []);
  const documents = inOrder(checklist);
  const selected =
    documents.find((document) => document.id === chosen) ??
    nextWaiting(documents, null) ??
    documents[0];
  // It stays the one that is looked at when a colleague decides about it: a question may be open on it.
  if (chosen === null && selected) setChosen(selected.id);
  const step = (by: 1 | -1) => {
    const next = documents[documents.findIndex((each) => each === selected) + by];
    if (next) setChosen(next.id);
  };
  return {
    checklist,
    documents,
    loading: isPending,
    error,
    selected,
    select: setChosen,
    step,
    decided: () => {
      const next = nextWaiting(documents, selected?.id ?? null);
      if (next ?? selected) setChosen((next ?? selected)!.id);
    },
    sending,
  };
}
