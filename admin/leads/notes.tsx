import { useState } from 'react';
import type { LeadDetailRecord } from '#contracts/leads';
import { ActionButtons } from '../components/action-buttons';
import type { ActionTable } from '../components/actions';
import { Facts, Panel } from '../components/panel';
import { useText, type Text } from '../text';
import { named } from './words';

interface Notes {
  /** With the patient's words when they may be read now. */
  readonly record: LeadDetailRecord;
  setRead(record: LeadDetailRecord): void;
}

/** What the patient wrote: given while the request is screened, otherwise for a typed reason and this visit only. */
export function useNotes(record: LeadDetailRecord): Notes {
  const [read, setRead] = useState<LeadDetailRecord | null>(null);
  return { record: record.description === null && read ? read : record, setRead };
}

const reading: ActionTable = { 'read-notes': { asks: 'reason' } };

/** The patient's own words; behind a reason once the request is no longer screened. */
export function LeadNotes({ notes: { record, setRead } }: { notes: Notes }) {
  const t = useText();
  return (
    <Panel title={t('console.leads.notes')}>
      {record.description === null ? (
        <>
          <p className="measure mb-3 text-ink-soft">{t('console.leads.notes_closed')}</p>
          <ActionButtons
            resource="leads"
            record={record}
            actions={reading}
            onAnswer={({ data }) => setRead(data!.record as LeadDetailRecord)}
          />
        </>
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
