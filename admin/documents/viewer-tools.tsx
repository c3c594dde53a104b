import {
  ChevronLeft,
  ChevronRight,
  RotateCw,
  ZoomIn,
  ZoomOut,
  type LucideIcon,
} from 'lucide-react';
import { useText } from '../text';

/** How a document is looked at. */
export interface View {
  /** From 1. */
  readonly page: number;
  /** 1 fits the width. */
  readonly zoom: number;
  /** Quarter turns, clockwise. */
  readonly turns: number;
}

/** How far the picture of a document is. */
export type Drawing = 'under-way' | 'drawn' | 'broken';

export const plain: View = { page: 1, zoom: 1, turns: 0 };
const zooms = [1, 1.5, 2, 3];

const pageId = 'viewer-page';
const zoomId = 'viewer-zoom';

interface ViewerToolsProps {
  readonly view: View;
  readonly pages: number;
  readonly onView: (view: View) => void;
}

/** Pages, size and turning: scans come sideways. */
export function ViewerTools({ view, pages, onView }: ViewerToolsProps) {
  const t = useText();
  const { page, zoom, turns } = view;
  const at = zooms.indexOf(zoom);
  const size = (step: number) => onView({ ...view, zoom: zooms[at + step] ?? zoom });
  return (
    <div className="mb-2 flex flex-wrap items-center gap-1">
      {pages > 1 ? (
        <>
          <Tool
            icon={ChevronLeft}
            label={t('console.viewer.previous')}
            off={page === 1}
            by={pageId}
            onPress={() => onView({ ...view, page: page - 1 })}
          />
          <span id={pageId} aria-live="polite">
            {t('console.viewer.page', { page, pages })}
          </span>
          <Tool
            icon={ChevronRight}
            label={t('console.viewer.next')}
            off={page === pages}
            by={pageId}
            onPress={() => onView({ ...view, page: page + 1 })}
          />
        </>
      ) : null}
      <span className="ml-auto" />
      <Tool
        icon={ZoomOut}
        label={t('console.viewer.smaller')}
        off={at === 0}
        by={zoomId}
        onPress={() => size(-1)}
      />
      <span id={zoomId}>{t('console.viewer.zoom', { percent: zoom * 100 })}</span>
      <Tool
        icon={ZoomIn}
        label={t('console.viewer.larger')}
        off={at === zooms.length - 1}
        by={zoomId}
        onPress={() => size(1)}
      />
      <Tool
        icon={RotateCw}
        label={t('console.viewer.turn')}
        onPress={() => onView({ ...view, turns: (turns + 1) % 4 })}
      />
    </div>
  );
}

interface ToolProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly off?: boolean;
  /** Id of the text that says why it is off: the first page, the largest size. */
  readonly by?: string;
  readonly onPress: () => void;
}

const Tool = ({ icon: Icon, label, off = false, by, onPress }: ToolProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    disabled={off}
    aria-describedby={by}
    onClick={onPress}
    className="grid size-9 place-items-center rounded-md hover:bg-paper disabled:text-line-strong disabled:opacity-50"
  >
    <Icon size={18} aria-hidden />
  </button>
);
