import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { messageOf } from '../providers/answers';
import { useText } from '../text';

const rows = [1, 2, 3, 4, 5, 6];

/** A list without rows: still loading, refused, filtered to nothing, or truly empty. */
export function ListState({ columns, empty }: { columns: number; empty: string }) {
  const t = useText();
  const { isPending, error, filterValues, setFilters, refetch } = useListContext();
  if (error)
    return (
      <Words title={messageOf(error, t('console.error.unreadable'))} alert>
        <Button variant="outlined" onClick={() => void refetch()}>
          {t('console.try_again')}
        </Button>
      </Words>
    );
  if (isPending)
    return (
      <div className="panel" role="status" aria-label={t('console.loading')}>
        {rows.map((row) => (
          <div key={row} className="flex gap-4 border-b border-line p-3 last:border-0">
            {Array.from({ length: Math.min(columns, 5) }, (_, at) => (
              <span key={at} className="skeleton h-4 flex-1 rounded-sm" />
            ))}
          </div>
        ))}
      </div>
    );
  if (Object.keys(filterValues as object).length === 0) return <Words title={empty} />;
  return (
    <Words title={t('console.nothing_found')}>
      <Button variant="outlined" onClick={() => setFilters({}, undefined, false)}>
        {t('console.filters_clear')}
      </Button>
    </Words>
  );
}

interface WordsProps {
  readonly title: string;
  readonly alert?: boolean;
  readonly children?: React.ReactNode;
}

const Words = ({ title, alert, children }: WordsProps) => (
  <div
    className="panel flex flex-col items-center gap-4 px-6 py-14 text-center text-ink-soft"
    role={alert ? 'alert' : undefined}
  >
    <p>{title}</p>
    {children}
  </div>
);
