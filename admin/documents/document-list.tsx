import {
  documentKinds,
  documentReviews,
  scanStates,
  type DocumentRecord,
} from '#contracts/clinic-onboarding';
import { ConsoleList } from '../components/console-list';
import type { ListFilter } from '../components/filter-bar';
import type { Column } from '../components/list-table';
import { When } from '../components/when';
import { useText, type Text } from '../text';
import { sizeOf } from './viewer-kind';

const newestFirst = { field: 'createdAt', order: 'DESC' } as const;

const choices = (t: Text, what: string, ids: readonly string[]) =>
  ids.map((id) => ({ id, name: t(`console.documents.${what}.${id}`) }));

/** What clinics handed in, without what they took back. */
export function DocumentList() {
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
