import Button from '@mui/material/Button';
import type { ComponentType } from 'react';
import { ShowBase, useResourceContext, useShowContext, type RaRecord } from 'react-admin';
import { isCaseKind } from '#contracts/casework';
import { CaseBar } from './casework/case-bar';
import { CaseNotes } from './casework/case-notes';
import { CaseProvider } from './casework/open-case';
import { messageOf } from '../providers/answers';
import { useText } from '../text';
import { PageHead } from './page-head';

interface RecordPageProps<R extends RaRecord> {
  readonly page: ComponentType<{ readonly record: R }>;
  /** The page shows the team's notes where it wants them; otherwise they stand at the end of a case. */
  readonly ownNotes?: boolean;
}

/**
 * `meta` keeps the whole record apart from the row of a list, which the kit would show in its place; an error
 * stays on the page instead of leading back to the list.
 */
const options = { retry: false, onError: () => undefined, meta: { whole: true } };

/** The page of one record: loads it, and says so when it cannot be had. */
export function RecordPage<R extends RaRecord>(props: RecordPageProps<R>) {
  return (
    <ShowBase queryOptions={options}>
      <Loaded {...props} />
    </ShowBase>
  );
}

function Loaded<R extends RaRecord>({ page: Page, ownNotes }: RecordPageProps<R>) {
  const t = useText();
  const { record, error, refetch } = useShowContext<R>();
  const resource = useResourceContext()!;
  if (record && isCaseKind(resource))
    return (
      <CaseProvider key={record.id} kind={resource} id={String(record.id)}>
        <CaseBar />
        <Page record={record} />
        {ownNotes ? null : (
          <div className="mt-5">
            <CaseNotes />
          </div>
        )}
      </CaseProvider>
    );
  if (record) return <Page key={record.id} record={record} />;
  if (error)
    return (
      <div role="alert">
        <PageHead
          back="list"
          title={t('console.not_shown')}
          lead={messageOf(error, t('console.error.unreadable'))}
        />
        <Button variant="outlined" onClick={() => void refetch()}>
          {t('console.try_again')}
        </Button>
      </div>
    );
  return (
    <div role="status" aria-label={t('console.loading')} className="grid gap-4">
      <span className="skeleton h-8 w-72 rounded-sm" />
      <span className="skeleton h-64 rounded-lg" />
    </div>
  );
}
