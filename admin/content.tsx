import { PanelsTopLeft } from 'lucide-react';
import type { ContentRecord } from '#contracts/content';
import { ActorName } from './components/actor-name';
import { ConsoleList } from './components/console-list';
import type { Column } from './components/list-table';
import { StatusChip } from './components/status-chip';
import { When } from './components/times';
import { ContentShow, PreviewLink } from './content/page';
import { partTitle } from './content/parts';
import type { ConsoleResource } from './resource';
import { useText, type Text } from './text';

export const content: ConsoleResource = {
  name: 'content',
  group: 'system',
  icon: PanelsTopLeft,
  list: ContentList,
  show: ContentShow,
};

/** The parts of the public site that staff keep. */
function ContentList() {
  const t = useText();
  return (
    <ConsoleList<ContentRecord>
      columns={columnsOf(t)}
      sort={{ field: 'id', order: 'ASC' }}
      actions={<PreviewLink />}
    />
  );
}

const columnsOf = (t: Text): Column<ContentRecord>[] => [
  {
    key: 'part',
    label: t('console.content.part'),
    sort: 'id',
    render: ({ id }) => partTitle(t, id),
  },
  {
    key: 'draft',
    label: t('console.content.draft'),
    render: ({ draft }) =>
      draft === null ? (
        t('console.none')
      ) : (
        <StatusChip tone="info">{t('console.content.has_draft')}</StatusChip>
      ),
  },
  {
    key: 'unconfirmed',
    label: t('console.content.unconfirmed'),
    render: ({ unconfirmed }) =>
      unconfirmed === 0 ? (
        t('console.none')
      ) : (
        <StatusChip tone="warn">
          {t('console.content.to_confirm', { count: unconfirmed })}
        </StatusChip>
      ),
  },
  {
    key: 'version',
    label: t('console.content.version'),
    end: true,
    render: ({ version }) => version,
  },
  {
    key: 'by',
    label: t('console.content.changed'),
    render: ({ updatedBy, updatedAt }) =>
      updatedBy ? (
        <>
          <ActorName actor={updatedBy} /> · <When at={updatedAt} />
        </>
      ) : (
        t('console.content.as_delivered')
      ),
  },
];
