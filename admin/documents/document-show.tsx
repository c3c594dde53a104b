import { Link } from 'react-router-dom';
import type { DocumentRecord } from '#contracts/clinic-onboarding';
import { PageHead } from '../components/page-head';
import { Panel } from '../components/panel';
import { RecordPage } from '../components/record-page';
import { When } from '../components/when';
import { useText } from '../text';
import { DocumentViewer } from './document-viewer';

/** One document by itself; it is decided on the page of its clinic, beside the others. */
export function DocumentShow() {
  return <RecordPage<DocumentRecord>>{(record) => <DocumentPage document={record} />}</RecordPage>;
}

function DocumentPage({ document }: { document: DocumentRecord }) {
  const t = useText();
  const { clinicId, kind, name, review, createdAt, removedAt } = document;
  return (
    <>
      <PageHead
        back={{ to: '/admin/documents', label: t('console.documents.title') }}
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
