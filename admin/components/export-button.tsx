import Button from '@mui/material/Button';
import { Download } from 'lucide-react';
import { useText } from '../text';
import type { CsvColumn } from './csv';
import { useExport } from './use-export';

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
