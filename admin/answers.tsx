import { BookMarked } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { CannedRecord } from '#contracts/support';
import { locales } from '#platform/base/locale';
import { AddAnswer, AnswerForm } from './answers/form';
import { ActionButtons } from './components/action-buttons';
import type { ActionTable } from './components/actions';
import { StaffName } from './components/actor-name';
import { search, type ColumnOf } from './components/console-list';
import { PageHead } from './components/page-head';
import { Panel } from './components/panel';
import { ascending } from './components/views';
import { resourceOf } from './resource';
import { languageName, useText } from './text';

/** What the team keeps to answer tickets with. */
export const answers = resourceOf<CannedRecord>({
  name: 'answers',
  group: 'messages',
  icon: BookMarked,
  page: AnswerPage,
  list: {
    sort: ascending('name'),
    filters: [search],
    exports: 'all',
    columns: [
      { label: 'name', field: 'name', as: 'strong', sort: true },
      { label: 'languages', show: ({ texts }) => Object.keys(texts).join(', ').toUpperCase() },
      { label: 'updated_by', show: ({ updatedBy }) => <StaffName id={updatedBy} /> },
      { label: 'updated', field: 'updatedAt', as: 'time', only: 'list' },
      ...locales.map((locale): ColumnOf<CannedRecord> => ({
        ...{ label: 'text', values: { language: languageName(locale) }, only: 'export' },
        csv: ({ texts }) => texts[locale] ?? '',
      })),
    ],
    actions: <AddAnswer />,
  },
});

const removal: ActionTable = { remove: { tone: 'danger', confirm: true } };

/** One answer, to be changed or taken away, which leads back to those that are left. */
function AnswerPage({ record }: { record: CannedRecord }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <>
      <PageHead back="list" title={record.name} />
      <div className="grid gap-5">
        <Panel title={t('console.answers.words')}>
          <AnswerForm record={record} />
        </Panel>
        {record.allowedEvents.includes('remove') ? (
          <Panel title={t('console.answers.gone')}>
            <ActionButtons
              resource="answers"
              record={record}
              actions={removal}
              onAnswer={() => navigate('/admin/answers')}
            />
          </Panel>
        ) : null}
      </div>
    </>
  );
}
