import { useLayoutEffect, useRef, useState } from 'react';
import { useGetList } from 'react-admin';
import {
  type ClinicDetailRecord,
  type DocumentRecord,
  isLegalKind,
} from '#contracts/clinic-onboarding';
import { useSend, type Sending } from '../components/sending';
import { useShortcuts } from '../components/shortcuts';
import { useText } from '../text';
import { checklistOf, inOrder, nextWaiting, withDecided, type KindOnList } from './checklist';

export interface Review {
  readonly checklist: readonly KindOnList[];
  readonly loading: boolean;
  readonly error: unknown;
  readonly selected: DocumentRecord | undefined;
  select(id: string): void;
  /** The neighbour of the selected document; stays where there is none. */
  step(by: 1 | -1): void;
  /** The document whose content is on the screen. */
  readonly shown: string | null;
  show(id: string | null): void;
  /** What is read off the selected document, as it was typed. */
  readonly read: ReadOff;
  setRead(part: Partial<ReadOff>): void;
  /** Why the last key did nothing. */
  readonly refused: KeyRefusal | null;
  refuse(why: KeyRefusal | null): void;
  /** After a decision the next document that waits comes up, unless somebody turned to another one meanwhile. */
  readonly sending: Sending;
}

/** What a reviewer reads off a document; days as YYYY-MM-DD, empty where there is none. */
export interface ReadOff {
  /** Its last day. */
  readonly validUntil: string;
  readonly number: string;
  readonly issuer: string;
  /** When it stood in the issuer's public list. */
  readonly foundOn: string;
}

const readOf = ({ validUntil, number, issuer, foundOn }: DocumentRecord): ReadOff => ({
  ...{ validUntil: validUntil ?? '', number: number ?? '' },
  ...{ issuer: issuer ?? '', foundOn: foundOn ?? '' },
});

/** What accepting a document, or correcting its end date, sends of it: number and issuer of those that a law asks for. */
export const bodyOf = (
  { kind }: DocumentRecord,
  { validUntil, number, issuer, foundOn }: ReadOff,
): object => ({
  validUntil: validUntil || null,
  ...(isLegalKind(kind)
    ? { number: number || undefined, issuer: issuer || undefined, foundOn: foundOn || null }
    : {}),
});

const most = 100;

const useDocumentsOf = ({ id }: ClinicDetailRecord) =>
  useGetList<DocumentRecord>(
    'documents',
    {
      filter: { clinicId: id },
      sort: { field: 'createdAt', order: 'ASC' },
      pagination: { page: 1, perPage: most },
    },
    { retry: false },
  );

const nothingRead: ReadOff = { validUntil: '', number: '', issuer: '', foundOn: '' };

/** What is typed about each document stays while others are looked at. */
function useReadOff(selected: DocumentRecord | undefined): Pick<Review, 'read' | 'setRead'> {
  const [typed, setTyped] = useState<ReadonlyMap<string, ReadOff>>(new Map());
  const read = selected ? (typed.get(selected.id) ?? readOf(selected)) : nothingRead;
  const setRead = (part: Partial<ReadOff>) => {
    if (selected) setTyped(new Map(typed).set(selected.id, { ...read, ...part }));
  };
  return { read, setRead };
}

/** The documents of an application and the one that is being looked at. */
export function useReview(clinic: ClinicDetailRecord): Review {
  const { data, isPending, error } = useDocumentsOf(clinic);
  const [decided, setDecided] = useState<ReadonlyMap<string, DocumentRecord>>(new Map());
  const [chosen, setChosen] = useState<string | null>(null);
  const [shown, show] = useState<string | null>(null);
  const [refused, refuse] = useState<KeyRefusal | null>(null);
  const checklist = checklistOf(withDecided(data ?? [], decided), clinic.legal);
  const documents = inOrder(checklist);
  const latest = useRef(documents);
  useLayoutEffect(() => {
    latest.current = documents;
  });
  const selected =
    documents.find((document) => document.id === chosen) ??
    nextWaiting(documents, null) ??
    documents[0];
  // It stays the one that is looked at when a colleague decides about it: a question may be open on it.
  if (chosen === null && selected) setChosen(selected.id);
  const select = (next: string) => {
    refuse(null);
    setChosen(next);
  };
  const onDecided = (was: DocumentRecord, now: DocumentRecord) => {
    setDecided((before) => new Map(before).set(was.version, now));
    const next = nextWaiting(latest.current, was.id)?.id ?? was.id;
    setChosen((current) => (current === was.id ? next : current));
  };
  const sending = useSend('documents');
  const [sentTo, setSentTo] = useState<unknown>(null);
  return {
    checklist,
    loading: isPending,
    error,
    selected,
    select,
    step: (by) => {
      const next = documents[documents.findIndex((each) => each === selected) + by];
      if (next) select(next.id);
    },
    shown,
    show,
    ...useReadOff(selected),
    refused,
    refuse,
    sending: {
      ...sending,
      // Those of another document say nothing about this one.
      faults: sentTo === selected?.id ? sending.faults : {},
      send: async (...sent) => {
        refuse(null);
        setSentTo(sent[0]);
        const was = documents.find((document) => document.id === sent[0]);
        const answer = await sending.send(...sent);
        if (answer && was) onDecided(was, answer.data?.record as DocumentRecord);
        return answer;
      },
    },
  };
}

/** The question that is open, and the document it is about. */
export interface Asked {
  readonly id: string;
  readonly action: string;
}

/** The keys of a review. What asks for words opens its dialog, as its button does; what does nothing says why. */
export function useReviewKeys(review: Review) {
  const t = useText();
  const [asked, ask] = useState<Asked | null>(null);
  const { selected, shown, sending } = review;
  const onKey = (action: string, act: (id: string, version: string) => void) => () => {
    const refusal = refusalOfKey(action, { selected, shown, pending: sending.pending });
    review.refuse(refusal);
    if (selected && !refusal) act(selected.id, selected.version);
  };
  const dialog = (action: string) => onKey(action, (id) => ask({ id, action }));
  useShortcuts([
    {
      key: 'j',
      label: t('console.keys.next_document'),
      repeats: true,
      run: () => review.step(1),
    },
    {
      key: 'k',
      label: t('console.keys.previous_document'),
      repeats: true,
      run: () => review.step(-1),
    },
    {
      key: 'a',
      label: t('console.keys.accept_document'),
      run: onKey(
        'accept',
        (id, version) =>
          void sending.send(id, 'accept', { version, ...bodyOf(selected!, review.read) }),
      ),
    },
    { key: 'g', label: t('console.keys.ask_document_again'), run: dialog('ask-again') },
    { key: 'r', label: t('console.keys.reject_document'), run: dialog('reject') },
  ]);
  return { asked, ask };
}

/** Why a key did nothing: `console.keys.refused.<why>`. */
type KeyRefusal = 'under-way' | 'not-shown' | 'not-offered';

interface OnScreen {
  readonly selected: DocumentRecord | undefined;
  /** The document whose content can be seen. */
  readonly shown: string | null;
  /** The decision under way, which may be about another document. */
  readonly pending: string | null;
}

/**
 * A decision concerns the document that is on the screen when the key is pressed. A key that comes before it is there
 * is not kept for it. What asks for words first may be about a file that cannot be seen.
 */
export function refusalOfKey(
  action: string,
  { selected, shown, pending }: OnScreen,
): KeyRefusal | null {
  if (pending !== null) return 'under-way';
  if (!selected?.allowedEvents.includes(action)) return 'not-offered';
  return action === 'accept' && shown !== selected.id ? 'not-shown' : null;
}
