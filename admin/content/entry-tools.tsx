import IconButton from '@mui/material/IconButton';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useText } from '../text';

interface EntryToolsProps {
  readonly at: number;
  readonly last: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** Where an entry stands among the others, and whether it stays. */
export function EntryTools({ at, last, onMove, onRemove }: EntryToolsProps) {
  const t = useText();
  const number = at + 1;
  return (
    <div className="flex shrink-0">
      <IconButton
        size="small"
        disabled={at === 0}
        aria-label={t('console.content.move_up', { number })}
        onClick={() => onMove(-1)}
      >
        <ArrowUp size={16} aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        disabled={last}
        aria-label={t('console.content.move_down', { number })}
        onClick={() => onMove(1)}
      >
        <ArrowDown size={16} aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('console.content.remove', { number })}
        onClick={onRemove}
      >
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
