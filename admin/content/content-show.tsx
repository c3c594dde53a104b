import type { ContentRecord } from '#contracts/content';
import { RecordPage } from '../components/record-page';
import { ContentPage } from './content-page';

/** One part of the public site. */
export function ContentShow() {
  return (
    <RecordPage<ContentRecord>>
      {(record) => <ContentPage key={record.id} record={record} />}
    </RecordPage>
  );
}
