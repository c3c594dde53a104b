import Button from '@mui/material/Button';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useListContext, useLogoutIfAccessDenied, useNotify } from 'react-admin';
import { messageOf } from '../providers/answers';
import { useConsoleData } from '../providers/data-provider';
import { useText } from '../text';
import { toCsv, type CsvColumn } from './csv';

/** Saves the list as a file; the API asks for a fresh code first. */
export function ExportButton<R>({ columns }: { columns: readonly CsvColumn<R>[] }) {
  const t = useText();
  const { start, pending } = useExport(columns);
  return (
    <Button
      variant="outlined"
      startIcon={<Download size={16} aria-hidden />}
      disabled={pending}
      onClick={() => void start()}
    >
      {t('console.export')}
    </Button>
  );
}

/** Rows of one file at most: more than that nobody reads, and the filter is there to narrow it. */
const mostRows = 5_000;

/** Saves the whole list, as filtered and sorted, as CSV. */
function useExport<R>(columns: readonly CsvColumn<R>[]) {
  const t = useText();
  const data = useConsoleData();
  const notify = useNotify();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const { resource, filterValues, sort } = useListContext();
  const [pending, setPending] = useState(false);

  const allRows = async () => {
    const rows: unknown[] = [];
    for (let more = true; more && rows.length < mostRows;) {
      const page = { filter: filterValues as object, sort, from: rows.length };
      const answer = await data.exportPage(resource, page);
      rows.push(...answer.data);
      more = answer.more;
    }
    return rows as R[];
  };
  const start = async () => {
    setPending(true);
    try {
      const csv = toCsv(columns, await allRows());
      saveAs(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${resource}.csv`);
    } catch (error) {
      if (!(await logoutIfAccessDenied(error)))
        notify(messageOf(error, t('console.error.unreadable')), { type: 'error' });
    } finally {
      setPending(false);
    }
  };
  return { start, pending };
}

/** Hands bytes to the browser's downloads under this name. */
export function saveAs(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
