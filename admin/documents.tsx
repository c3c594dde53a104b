import { FileText } from 'lucide-react';
import { Link } from 'react-router-dom';
import {
  documentKinds,
  documentReviews,
  scanStates,
  type DocumentRecord,
} from '#contracts/clinic-onboarding';
import { PageHead } from './components/page-head';
import { Panel } from './components/panel';
import { When } from './components/times';
import { descending } from './components/views';
import { sizeOf } from './documents/file';
import { DocumentViewer } from './documents/viewer';
import { resourceOf } from './resource';
import { useText } from './text';

/** What clinics handed in, without what they took back. */
export const documents = resourceOf<DocumentRecord>({
  name: 'documents',
  group: 'clinics',
  icon: FileText,
  page: DocumentPage,
  list: {
    sort: descending('createdAt'),
    filters: [
      { source: 'q', label: 'name' },
      { source: 'kind', label: 'kind', ids: documentKinds },
      { source: 'review', label: 'review', ids: documentReviews },
      { source: 'scan', label: 'scan', ids: scanStates },
    ],
    columns: [
      { label: 'name', field: 'name', sort: true },
      { label: 'kind', field: 'kind', as: 'word', sort: true },
      { label: 'review', field: 'review', as: 'word', sort: true },
      { label: 'scan', field: 'scan', as: 'word', sort: true },
      { label: 'size', field: 'bytes', sort: true, end: true, show: ({ bytes }) => sizeOf(bytes) },
      { label: 'uploaded', field: 'createdAt', as: 'time', sort: true },
    ],
  },
});

/** One document by itself; it is decided on the page of its clinic, beside the others. */
function DocumentPage({ record: document }: { record: DocumentRecord }) {
  const t = useText();
  const { clinicId, kind, name, review, createdAt, removedAt } = document;
  return (
    <>
      <PageHead
        back="list"
        title={name}
        lead={
          <>
            {t(`console.documents.kind.${kind}`)} · {t(`console.documents.review.${review}`)} ·{' '}
            <When at={createdAt} />
          </>
        }
      >
        {clinicId ? (
          <Link to={`/admin/clinics/${clinicId}/show`} className="link">
            {t('console.documents.to_clinic')}
          </Link>
        ) : null}
      </PageHead>
      <Panel title={t(`console.documents.kind.${kind}`)}>
        {removedAt ? (
          <p className="text-ink-soft">
            {t('console.documents.removed')} <When at={removedAt} relative />
          </p>
        ) : (
          <DocumentViewer document={document} />
        )}
      </Panel>
    </>
  );
}
