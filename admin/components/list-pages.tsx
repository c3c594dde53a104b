import Button from '@mui/material/Button';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { useListContext } from 'react-admin';
import { useText } from '../text';
import { counted } from './counted';

/** Which rows of how many, and the way to the others. */
export function ListPages() {
  const t = useText();
  const rowsId = useId();
  const { data, total, page, perPage, setPage, hasNextPage, hasPreviousPage } = useListContext();
  if (!data || data.length === 0) return null;
  const from = (page - 1) * perPage + 1;
  const isCutOff = total === undefined && !hasNextPage;
  return (
    <nav
      aria-label={t('console.pages.label')}
      className="mt-3 flex flex-wrap items-center justify-between gap-3"
    >
      <p id={rowsId} className="text-ink-soft" aria-live="polite">
        {t('console.pages.rows', { from, to: from + data.length - 1, total: counted(t, total) })}
        {isCutOff ? ` ${t('console.pages.narrow')}` : ''}
      </p>
      {hasNextPage || hasPreviousPage ? (
        <div className="flex gap-2">
          <Button
            variant="outlined"
            disabled={!hasPreviousPage}
            aria-describedby={rowsId}
            startIcon={<ChevronLeft size={16} aria-hidden />}
            onClick={() => setPage(page - 1)}
          >
            {t('console.pages.previous')}
          </Button>
          <Button
            variant="outlined"
            disabled={!hasNextPage}
            aria-describedby={rowsId}
            endIcon={<ChevronRight size={16} aria-hidden />}
            onClick={() => setPage(page + 1)}
          >
            {t('console.pages.next')}
          </Button>
        </div>
      ) : null}
    </nav>
  );
}
