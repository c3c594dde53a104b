import type { StaffRecord } from '#contracts/identity';
import { RecordPage } from '../components/record-page';
import { StaffPage } from './staff-page';

/** One account of the team. */
export function StaffShow() {
  return (
    <RecordPage<StaffRecord>>
      {(record) => <StaffPage key={record.id} record={record} />}
    </RecordPage>
  );
}
