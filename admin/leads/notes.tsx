import Button from '@mui/material/Button';
import { useState } from 'react';
import type { LeadDetailRecord } from '#contracts/leads';
import { Facts, Panel } from '../components/panel';
import { ReasonDialog } from '../components/reason-dialog';
import { useQuestion, type Question, useSend, type Sending } from '../components/sending';
import { useText, type Text } from '../text';
import { named } from './words';

interface Notes {
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

/** The patient's own words; behind a reason once the request is no longer screened. */
export function LeadNotes({ notes }: { notes: Notes }) {
  const t = useText();
  const { record, canAsk, asking, setAsking, question, pending } = notes;
  return (
    <Panel title={t('console.leads.notes')}>
      {record.description === null ? (
        <p className="measure text-ink-soft">{t('console.leads.notes_closed')}</p>
      ) : (
        <>
          <p className="measure break-words whitespace-pre-line">
            {record.description || t('console.leads.no_notes')}
          </p>
          <div className="mt-4">
            <Facts rows={aboutPatient(t, record.patientInfo ?? {})} />
          </div>
        </>
      )}
      {canAsk ? (
        <div className="mt-3">
          <Button variant="outlined" onClick={() => setAsking(true)}>
            {t('console.leads.action.read-notes')}
          </Button>
        </div>
      ) : null}
      {asking ? (
        <ReasonDialog
          title={t('console.leads.action.read-notes')}
          text={t('console.leads.ask.read-notes')}
          label={t('console.ask.reason')}
          confirm={t('console.leads.action.read-notes')}
          pending={pending !== null}
          problem={question.problem}
          onCancel={question.close}
          onSend={(reason) => void notes.ask(reason)}
        />
      ) : null}
    </Panel>
  );
}

type Info = Readonly<Record<string, unknown>>;

const wordsOf = (info: Info, key: string): string | null =>
  typeof info[key] === 'string' && info[key] !== '' ? info[key] : null;

function aboutPatient(t: Text, info: Info): Array<readonly [string, string]> {
  const said: ReadonlyArray<readonly [label: string, value: string | null]> = [
    [
      t('console.leads.age'),
      wordsOf(info, 'ageBand') && named(t, 'age-band', wordsOf(info, 'ageBand')),
    ],
    [
      t('console.leads.gender'),
      wordsOf(info, 'gender') && named(t, 'gender', wordsOf(info, 'gender')),
    ],
    [t('console.leads.history_medical'), wordsOf(info, 'medicalHistory')],
    [t('console.leads.allergies'), wordsOf(info, 'allergies')],
  ];
  return said.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}
