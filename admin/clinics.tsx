import { Building2, ClipboardCheck } from 'lucide-react';
import {
  applicationStages,
  approvalStatuses,
  promisedDays,
  type ClinicDetailRecord,
  type ClinicRecord,
} from '#contracts/clinic-onboarding';
import { specialties } from '#contracts/consultation';
import { ApplicationPage } from './clinics/page';
import { ApplicationStatus, waitingClinics, waitingStages } from './clinics/status';
import { search } from './components/console-list';
import { Clock } from './components/times';
import { descending } from './components/views';
import { resourceOf } from './resource';
import { text } from './text';

const place = ({ city, country }: ClinicRecord) => `${city}, ${country}`;
const fieldsOfWork = (record: ClinicRecord) => record.specialties.join(', ');

/** All clinics, and the queue of those that wait for a decision. */
export const clinics = resourceOf<ClinicRecord, ClinicDetailRecord>({
  name: 'clinics',
  group: 'clinics',
  icon: Building2,
  queue: { icon: ClipboardCheck, view: waitingClinics },
  live: true,
  page: ApplicationPage,
  ownNotes: true,
  list: {
    sort: descending('registeredAt'),
    views: {
      'console.queue.clinics': waitingClinics,
      saved_checks: { filter: { checks: true } },
      all: { filter: {} },
    },
    filters: [
      search,
      { source: 'status', label: 'console.status', ids: approvalStatuses },
      {
        source: 'stage',
        label: 'stage',
        choices: [{ id: 'waiting', name: text('console.queue.clinics'), value: waitingStages }],
        ids: applicationStages,
      },
      {
        source: 'specialty',
        label: 'specialty',
        choices: specialties.map((name) => ({ id: name, name })),
      },
    ],
    exports: 'all',
    columns: [
      { label: 'clinic', field: 'clinicName', sort: true },
      { label: 'doctor', field: 'doctorName', only: 'export' },
      { label: 'city', sort: 'city', show: place, csv: place },
      { label: 'licence', field: 'licenseNumber', only: 'export' },
      { label: 'specialties', show: fieldsOfWork, csv: fieldsOfWork },
      {
        label: 'console.status',
        field: 'status',
        show: (record) => <ApplicationStatus record={record} />,
      },
      { label: 'stage', field: 'stage', only: 'export' },
      { label: 'registered', field: 'registeredAt', only: 'export' },
      {
        label: 'due',
        field: 'dueAt',
        sort: true,
        show: ({ status, dueAt, promise }) =>
          status === 'pending' ? (
            <Clock dueAt={dueAt} moment={promise && promisedDays(promise, 'en').latest} />
          ) : null,
      },
      { label: 'registered', field: 'registeredAt', as: 'date', sort: true, only: 'list' },
      { label: 'decided', field: 'decidedAt', only: 'export' },
    ],
  },
});
