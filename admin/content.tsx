import { PanelsTopLeft } from 'lucide-react';
import type { ContentRecord } from '#contracts/content';
import { ChangedBy } from './components/actor-name';
import { StatusChip } from './components/status-chip';
import { ascending } from './components/views';
import { ContentPage, PreviewLink } from './content/page';
import { partTitle } from './content/parts';
import { resourceOf } from './resource';
import { text } from './text';

/** The parts of the public site that staff keep. */
export const content = resourceOf<ContentRecord>({
  name: 'content',
  group: 'system',
  icon: PanelsTopLeft,
  page: ContentPage,
  list: {
    sort: ascending('id'),
    columns: [
      { label: 'part', field: 'id', sort: true, show: ({ id }) => partTitle(text, id) },
      {
        label: 'draft',
        show: ({ draft }) =>
          draft === null ? (
            text('console.none')
          ) : (
            <StatusChip tone="info">{text('console.content.has_draft')}</StatusChip>
          ),
      },
      {
        label: 'unconfirmed',
        show: ({ unconfirmed: count }) =>
          count === 0 ? (
            text('console.none')
          ) : (
            <StatusChip tone="warn">{text('console.content.to_confirm', { count })}</StatusChip>
          ),
      },
      { label: 'version', field: 'version', end: true },
      {
        label: 'changed',
        show: (record) => (
          <ChangedBy record={record} otherwise={text('console.content.as_delivered')} />
        ),
      },
    ],
    actions: <PreviewLink />,
  },
});
