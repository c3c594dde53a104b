import type { PatientRecord } from '#contracts/identity';
import { RecordPage } from '../components/record-page';
import { PatientPage } from './patient-page';

/** One patient. */
export function PatientShow() {
  return (
    <RecordPage<PatientRecord>>
      {(record) => <PatientPage key={record.id} record={record} />}
    </RecordPage>
  );
}
