import Button from '@mui/material/Button';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { PatientDetailRecord, PatientRecord } from '#contracts/identity';
import { ConsoleList } from './components/console-list';
import type { CsvColumn } from './components/csv';
import { ActionButtons } from './components/action-buttons';
import type { ActionTable } from './components/actions';
import { HoldPanel } from './components/hold-panel';
import { Facts, Panel } from './components/panel';
import { RecordPage } from './components/record-page';
import { PageHead } from './components/page-head';
import { listAddress } from './components/views';
import type { Column } from './components/list-table';
import { ReasonDialog } from './components/reason-dialog';
import { useQuestion, useSend } from './components/sending';
import { When } from './components/times';
import { WaysPanel } from './components/ways-panel';
import type { ConsoleResource } from './resource';
import { text, useText, type Text } from './text';

export const patients: ConsoleResource = {
  name: 'patients',
  group: 'people',
  icon: UserRound,
  list: PatientList,
  show: PatientShow,
};

const newestFirst = { field: 'createdAt', order: 'DESC' } as const;

/** What leaves the console: nothing to reach or recognise a person by. */
const csv: readonly CsvColumn<PatientRecord>[] = [
  { label: text('console.patients.id'), value: ({ id }) => id },
  { label: text('console.patients.joined'), value: ({ createdAt }) => createdAt },
  { label: text('console.patients.seen'), value: ({ lastSeenAt }) => lastSeenAt },
  { label: text('console.patients.requests'), value: ({ leadsCount }) => leadsCount },
];

/** Patients by first name and initial; who to reach is behind a reason. */
function PatientList() {
  const t = useText();
  return (
    <ConsoleList<PatientRecord>
      columns={columnsOf(t)}
      filters={[{ source: 'q', label: t('console.patients.search') }]}
      csv={csv}
      sort={newestFirst}
    />
  );
}

const columnsOf = (t: Text): Column<PatientRecord>[] => [
  { key: 'name', label: t('console.patients.name'), sort: 'name', render: ({ name }) => name },
  { key: 'joined', label: t('console.patients.joined'), sort: 'createdAt', render: joinedOf },
  { key: 'seen', label: t('console.patients.seen'), sort: 'lastSeenAt', render: seenOf },
  {
    key: 'requests',
    label: t('console.patients.requests'),
    end: true,
    render: ({ leadsCount }) => leadsCount,
  },
];

const joinedOf = ({ createdAt }: PatientRecord) => <When at={createdAt} format="date" />;
const seenOf = ({ lastSeenAt }: PatientRecord) => <When at={lastSeenAt} />;

/** One patient. */
function PatientShow() {
  return (
    <RecordPage<PatientDetailRecord>>
      {(record) => <PatientPage key={record.id} record={record} />}
    </RecordPage>
  );
}

const actions: ActionTable = { 'end-sessions': { tone: 'danger', confirm: true } };
const newestRequests = { field: 'createdAt', order: 'DESC' } as const;

/** What is known of a patient without reaching for contact data, and what can be done. */
function PatientPage({ record }: { record: PatientDetailRecord }) {
  const t = useText();
  const [revealed, setRevealed] = useState<PatientDetailRecord | null>(null);
  const requests = listAddress('leads', { filter: { patientId: record.id }, sort: newestRequests });
  return (
    <>
      <PageHead
        back={{ to: '/admin/patients', label: t('console.patients.title') }}
        title={record.name}
      />
      <div className="grid items-start gap-5 @min-[46rem]:grid-cols-2">
        <Panel title={t('console.patients.account')}>
          <Facts
            rows={[
              [t('console.patients.joined'), <When key="joined" at={record.createdAt} />],
              [t('console.patients.seen'), <When key="seen" at={record.lastSeenAt} relative />],
              [
                t('console.patients.requests'),
                <Link key="requests" className="link" to={requests}>
                  {t('console.patients.requests_count', { count: record.leadsCount })}
                </Link>,
              ],
              [
                t('console.patients.id'),
                <span key="id" className="break-all">
                  {record.id}
                </span>,
              ],
            ]}
          />
        </Panel>
        <ContactPanel record={record} revealed={revealed} onReveal={setRevealed} />
        <Panel title={t('console.patients.sessions')}>
          <p className="measure mb-3 text-ink-soft">{t('console.patients.sessions_text')}</p>
          <ActionButtons resource="patients" record={record} actions={actions} />
        </Panel>
        <WaysPanel resource="patients" record={record} />
        <HoldPanel resource="patients" record={record} />
      </div>
    </>
  );
}

interface ContactPanelProps {
  readonly record: PatientDetailRecord;
  /** The same record with contact data, once a reason was given. */
  readonly revealed: PatientDetailRecord | null;
  readonly onReveal: (record: PatientDetailRecord | null) => void;
}

/** How to reach the patient: for a reason, for this visit of the page. */
function ContactPanel({ record, revealed, onReveal }: ContactPanelProps) {
  const t = useText();
  const sending = useSend('patients');
  const [asking, setAsking] = useState(false);
  const question = useQuestion(sending, () => setAsking(false));
  const reveal = async (reason: string) => {
    const answer = await question.answer(record.id, 'reveal', { reason });
    if (answer) onReveal(answer.data!.record as PatientDetailRecord);
  };
  return (
    <Panel title={t('console.patients.contact')}>
      {revealed ? (
        <Facts
          rows={[
            [t('console.patients.full_name'), revealed.fullName ?? t('console.not_stated')],
            [t('console.patients.phone'), revealed.phoneNumber ?? t('console.not_stated')],
            [t('console.patients.email'), revealed.email ?? t('console.not_stated')],
          ]}
        />
      ) : (
        <p className="measure text-ink-soft">{t('console.patients.contact_closed')}</p>
      )}
      <div className="mt-4">
        {revealed ? (
          <Button variant="outlined" onClick={() => onReveal(null)}>
            {t('console.patients.hide')}
          </Button>
        ) : null}
        {!revealed && record.allowedEvents.includes('reveal') ? (
          <Button variant="outlined" onClick={() => setAsking(true)}>
            {t('console.patients.action.reveal')}
          </Button>
        ) : null}
      </div>
      {asking ? (
        <ReasonDialog
          title={t('console.patients.action.reveal')}
          text={t('console.patients.ask.reveal')}
          label={t('console.ask.reason')}
          confirm={t('console.patients.action.reveal')}
          pending={sending.pending !== null}
          problem={question.problem}
          onCancel={question.close}
          onSend={(reason) => void reveal(reason)}
        />
      ) : null}
    </Panel>
  );
}
