import Button from '@mui/material/Button';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useText } from '../text';

interface ZoomToolsProps {
  readonly scale: number;
  readonly zoomBy: (direction: 1 | -1) => void;
  readonly fit: () => void;
}

/** Larger, smaller, as wide as the frame; the keys `+`, `-` and `0` do the same inside the frame. */
export function ZoomTools({ scale, zoomBy, fit }: ZoomToolsProps) {
  const t = useText();
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <Button startIcon={<ZoomOut size={16} aria-hidden />} onClick={() => zoomBy(-1)}>
        {t('console.viewer.smaller')}
      </Button>
      <span aria-live="polite">
        {t('console.viewer.zoom', { percent: Math.round(scale * 100) })}
      </span>
      <Button startIcon={<ZoomIn size={16} aria-hidden />} onClick={() => zoomBy(1)}>
        {t('console.viewer.larger')}
      </Button>
      <Button startIcon={<Maximize size={16} aria-hidden />} onClick={fit}>
        {t('console.workflows.fit')}
      </Button>
    </div>
  );
}
