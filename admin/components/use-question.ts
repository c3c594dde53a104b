import { useState } from 'react';
import type { Identifier } from 'react-admin';
import type { Envelope } from '../providers/answers';
import type { Sending } from './use-send';

export interface Question {
  /** Why the answer was not taken; the dialog shows it and keeps what was typed. */
  readonly problem: string | null;
  /** Sends what was answered, and closes the dialog unless it can be tried again. */
  answer(id: Identifier, event: string, body?: object): Promise<Envelope | null>;
  /** For a dialog that is closed unanswered. */
  close(): void;
}

/** A dialog whose answer is sent: it stays open, with the API's words, while the answer is not taken. */
export function useQuestion({ send }: Pick<Sending, 'send'>, onClose: () => void): Question {
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => {
    setProblem(null);
    onClose();
  };
  return {
    problem,
    close,
    answer: async (id, event, body) => {
      let refused: string | null = null;
      setProblem(null);
      const taken = await send(id, event, body, (words) => (refused = words));
      if (refused === null) close();
      else setProblem(refused);
      return taken;
    },
  };
}
