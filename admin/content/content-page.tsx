import type { ContentRecord } from '#contracts/content';
import { PageHead } from '../components/page-head';
import { StatusChip } from '../components/status-chip';
import { useText } from '../text';
import { ContentHistory } from './content-history';
import { DraftPanel } from './draft-panel';
import { LivePanel } from './live-panel';
import { partOf } from './parts';
import { PreviewLink } from './preview-link';
import { partTitle } from './words';

/** What is prepared on the left; what the site shows, and what it showed, beside it. */
export function ContentPage({ record }: { record: ContentRecord }) {
  const t = useText();
  const part = partOf(record.id);
  return (
    <>
      <PageHead
        back={{ to: '/admin/content', label: t('console.content.title') }}
        title={partTitle(t, record.id)}
        mark={
          record.draft === null ? null : (
            <StatusChip tone="info">{t('console.content.has_draft')}</StatusChip>
          )
        }
        lead={t('console.content.how')}
      >
        <PreviewLink />
      </PageHead>
      {part ? (
        <div className="grid items-start gap-5 @min-[60rem]:grid-cols-[minmax(0,1fr)_26rem]">
          <DraftPanel
            key={`${record.version} ${JSON.stringify(record.draft)}`}
            record={record}
            part={part}
          />
          <div className="grid gap-5">
            <LivePanel record={record} part={part} />
            <ContentHistory record={record} part={part} />
          </div>
        </div>
      ) : (
        <p className="panel p-5">{t('console.content.unknown_part')}</p>
      )}
    </>
  );
}
