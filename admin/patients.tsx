import Button from '@mui/material/Button';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { PatientDetailRecord, PatientRecord } from '#contracts/identity';
import { ActionButtons } from './components/action-buttons';
import type { ActionTable } from './components/actions';
import { search } from './components/console-list';
import { HoldPanel } from './components/hold-panel';
import { PageHead } from './components/page-head';
import { Facts, Panel } from './components/panel';
import { When } from './components/times';
import { descending, listAddress } from './components/views';
import { WaysPanel } from './components/ways-panel';
import { resourceOf } from './resource';
import { useText } from './text';

const newestFirst = descending('createdAt');

/** Patients by first name and initial; who to reach is behind a reason. */
export const patients = resourceOf<PatientRecord, PatientDetailRecord>({
  name: 'patients',
  group: 'people',
  icon: UserRound,
  page: PatientPage,
  list: {
    sort: newestFirst,
    filters: [search],
    // What leaves the console: nothing to reach or recognise a person by.
    exports: 'all',
    columns: [
      { label: 'id', field: 'id', only: 'export' },
      { label: 'name', field: 'name', sort: true, only: 'list' },
      { label: 'joined', field: 'createdAt', as: 'date', sort: true },
      { label: 'seen', field: 'lastSeenAt', as: 'time', sort: true },
      { label: 'requests', field: 'leadsCount', end: true },
    ],
  },
});

const reveal: ActionTable = { reveal: { asks: 'reason' } };
const actions: ActionTable = { 'end-sessions': { tone: 'danger', confirm: true } };

/** What is known of a patient without reaching for contact data, and what can be done. */
function PatientPage({ record }: { record: PatientDetailRecord }) {
  const t = useText();
  const [revealed, setRevealed] = useState<PatientDetailRecord | null>(null);
  const requests = listAddress('leads', { filter: { patientId: record.id }, sort: newestFirst });
  return (
    <>
      <PageHead back="list" title={record.name} />
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
        ) : (
          <ActionButtons
            resource="patients"
            record={record}
            actions={reveal}
            onAnswer={({ data }) => onReveal(data!.record as PatientDetailRecord)}
          />
        )}
      </div>
    </Panel>
  );
}
