import { useState } from 'react';
import type { LeadDetailRecord } from '#contracts/leads';
import { useQuestion, type Question } from '../components/use-question';
import { useSend, type Sending } from '../components/use-send';

export interface Notes {
  /** With the patient's words when they may be read now. */
  readonly record: LeadDetailRecord;
  /** Whether they can be asked for with a reason. */
  readonly canAsk: boolean;
  ask(reason: string): Promise<void>;
  /** The question for the reason. */
  readonly asking: boolean;
  setAsking(open: boolean): void;
  readonly question: Pick<Question, 'problem' | 'close'>;
  readonly pending: Sending['pending'];
}

/** What the patient wrote: given while the request is screened, otherwise for a typed reason and this visit only. */
export function useNotes(record: LeadDetailRecord): Notes {
  const sending = useSend('leads');
  const [asking, setAsking] = useState(false);
  const question = useQuestion(sending, () => setAsking(false));
  const [read, setRead] = useState<LeadDetailRecord | null>(null);
  const shown = record.description === null && read ? read : record;
  return {
    record: shown,
    canAsk: shown.description === null && record.allowedEvents.includes('read-notes'),
    ask: async (reason) => {
      const answer = await question.answer(record.id, 'read-notes', { reason });
      if (answer) setRead(answer.data!.record as LeadDetailRecord);
    },
    asking,
    setAsking,
    question,
    pending: sending.pending,
  };
}
