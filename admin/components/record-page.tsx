import Button from '@mui/material/Button';
import type { ComponentType } from 'react';
import { ShowBase, useShowContext, type RaRecord } from 'react-admin';
import { messageOf } from '../providers/answers';
import { useText } from '../text';
import { PageHead } from './page-head';

interface RecordPageProps<R extends RaRecord> {
  readonly page: ComponentType<{ readonly record: R }>;
}

/**
 * `meta` keeps the whole record apart from the row of a list, which the kit would show in its place; an error
 * stays on the page instead of leading back to the list.
 */
const options = { retry: false, onError: () => undefined, meta: { whole: true } };

/** The page of one record: loads it, and says so when it cannot be had. */
export function RecordPage<R extends RaRecord>({ page }: RecordPageProps<R>) {
  return (
    <ShowBase queryOptions={options}>
      <Loaded page={page} />
    </ShowBase>
  );
}

function Loaded<R extends RaRecord>({ page: Page }: RecordPageProps<R>) {
  const t = useText();
  const { record, error, refetch } = useShowContext<R>();
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
