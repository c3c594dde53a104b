import type { ClinicDetailRecord } from '#contracts/clinic-onboarding';
import { RecordPage } from '../components/record-page';
import { useQueueRefresh } from '../components/use-queue-refresh';
import { ApplicationPage } from './application-page';

/** One clinic: its application while it is pending, and everything that was decided. */
export function ClinicShow() {
  useQueueRefresh('clinics');
  return (
    <RecordPage<ClinicDetailRecord>>
      {(record) => <ApplicationPage key={record.id} record={record} />}
    </RecordPage>
  );
}
