import { FileText } from 'lucide-react';
import { Link } from 'react-router-dom';
import {
  documentKinds,
  documentReviews,
  scanStates,
  type DocumentRecord,
} from '#contracts/clinic-onboarding';
import { ConsoleList } from './components/console-list';
import type { ListFilter } from './components/filter-bar';
import type { Column } from './components/list-table';
import { Panel } from './components/panel';
import { RecordPage } from './components/record-page';
import { PageHead } from './components/page-head';
import { When } from './components/times';
import { DocumentViewer } from './documents/viewer';
import { sizeOf } from './documents/file';
import type { ConsoleResource } from './resource';
import { useText, type Text } from './text';

export const documents: ConsoleResource = {
  name: 'documents',
  group: 'clinics',
  icon: FileText,
  list: DocumentList,
  show: DocumentShow,
};

const newestFirst = { field: 'createdAt', order: 'DESC' } as const;

const choices = (t: Text, what: string, ids: readonly string[]) =>
  ids.map((id) => ({ id, name: t(`console.documents.${what}.${id}`) }));

/** What clinics handed in, without what they took back. */
function DocumentList() {
  const t = useText();
  const columns: readonly Column<DocumentRecord>[] = [
    { key: 'name', label: t('console.documents.name'), sort: 'name', render: ({ name }) => name },
    {
      key: 'kind',
      label: t('console.documents.kind'),
      sort: 'kind',
      render: ({ kind }) => t(`console.documents.kind.${kind}`),
    },
    {
      key: 'review',
      label: t('console.documents.review'),
      sort: 'review',
      render: ({ review }) => t(`console.documents.review.${review}`),
    },
    {
      key: 'scan',
      label: t('console.documents.scan'),
      sort: 'scan',
      render: ({ scan }) => t(`console.documents.scan.${scan}`),
    },
    {
      key: 'bytes',
      label: t('console.documents.size'),
      sort: 'bytes',
      end: true,
      render: ({ bytes }) => sizeOf(bytes),
    },
    {
      key: 'createdAt',
      label: t('console.documents.uploaded'),
      sort: 'createdAt',
      render: ({ createdAt }) => <When at={createdAt} />,
    },
  ];
  const filters: readonly ListFilter[] = [
    { source: 'q', label: t('console.documents.name') },
    {
      source: 'kind',
      label: t('console.documents.kind'),
      choices: choices(t, 'kind', documentKinds),
    },
    {
      source: 'review',
      label: t('console.documents.review'),
      choices: choices(t, 'review', documentReviews),
    },
    { source: 'scan', label: t('console.documents.scan'), choices: choices(t, 'scan', scanStates) },
  ];
  return <ConsoleList columns={columns} filters={filters} sort={newestFirst} />;
}

/** One document by itself; it is decided on the page of its clinic, beside the others. */
function DocumentShow() {
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
