import { ShieldAlert } from 'lucide-react';
import { lazy, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { DocumentRecord } from '#contracts/clinic-onboarding';
import { LazyPart } from '../components/error-boundary';
import { FailedFile } from '../components/failed-file';
import { useFile, type ReadFiles } from '../components/use-file';
import { hasText, useText, type Text } from '../text';
import { plain, ViewerTools, type Drawing, type View } from './viewer-tools';
import { DownloadOnly, viewerKindOf } from './file';

/** The part that draws PDFs is large and loaded when there is one. */
const PdfView = lazy(() => import('./pdf-view'));

interface DocumentViewerProps {
  readonly document: DocumentRecord;
  /** Hears which document can be seen, and null while none can: it is being read, or cannot be shown. */
  readonly onShown?: (id: string | null) => void;
}

/** One document as evidence: what it is, what is known against it, and the thing itself. */
export function DocumentViewer({ document, onShown }: DocumentViewerProps) {
  const kind = viewerKindOf(document.contentType);
  const known = useRef<ReadFiles>(new Map());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <DocumentWarnings document={document} />
      {kind === 'download' || document.scan === 'infected' ? (
        <>
          <DownloadOnly document={document} />
          <Seen key={document.id} id={document.id} onShown={onShown} />
        </>
      ) : (
        <Shown
          key={document.id}
          document={document}
          pdf={kind === 'pdf'}
          known={known.current}
          onShown={onShown}
        />
      )}
    </div>
  );
}

/** Says that a document is on the screen for as long as this is there, in the same turn as the screen itself. */
function Seen({ id, onShown }: { id: string } & Pick<DocumentViewerProps, 'onShown'>) {
  useLayoutEffect(() => {
    onShown?.(id);
    return () => onShown?.(null);
  }, [id, onShown]);
  return null;
}

interface ShownProps extends DocumentViewerProps {
  readonly pdf: boolean;
  readonly known: ReadFiles;
}

function Shown({ document, pdf, known, onShown }: ShownProps) {
  const t = useText();
  const file = useFile(`documents/${document.id}/file`, known);
  const [view, setView] = useState<View>(plain);
  const [pages, setPages] = useState(1);
  const [drawing, setDrawing] = useState<Drawing>('under-way');
  if (file.state === 'failed') return <FailedFile {...file} />;
  const wait = (
    <div role="status" aria-label={t('console.loading')} className="skeleton h-96 rounded-sm" />
  );
  if (file.state === 'loading') return wait;
  const drawn = { blob: file.blob, name: document.name, view, onDrawing: setDrawing };
  return (
    <div>
      <ViewerTools view={view} pages={pages} onView={setView} />
      <div
        role="region"
        aria-label={document.name}
        aria-busy={drawing === 'under-way'}
        // What scrolls must be reached by keys.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="h-[calc(100dvh-19rem)] min-h-80 overflow-auto rounded-md border border-line bg-line/40 p-3"
      >
        <LazyPart wait={wait}>
          {pdf ? <PdfView {...drawn} onPages={setPages} /> : <PictureView {...drawn} />}
        </LazyPart>
      </div>
      {drawing === 'drawn' ? <Seen id={document.id} onShown={onShown} /> : null}
    </div>
  );
}

/** What is known against a file: its virus scan, and what its content check found. */
function DocumentWarnings({ document }: { document: DocumentRecord }) {
  const t = useText();
  const said = warningsOf(t, document);
  if (said.length === 0) return null;
  const bad = document.scan === 'infected';
  return (
    <div
      role="note"
      className={`flex gap-3 rounded-md p-3 ${bad ? 'bg-danger-soft text-danger' : 'bg-warn-soft text-warn'}`}
    >
      <ShieldAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
      <ul className="grid gap-1">
        {said.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  );
}

function warningsOf(t: Text, { scan, warnings }: DocumentRecord): string[] {
  const ofScan = scan === 'clean' ? [] : [t(`console.documents.scan_warning.${scan}`)];
  const found = warnings.map((name) => {
    const key = `console.documents.warning.${name}`;
    return hasText(key) ? t(key) : t('console.documents.warning.other', { name });
  });
  return [...ofScan, ...found];
}

interface PictureViewProps {
  readonly blob: Blob;
  readonly name: string;
  readonly view: View;
  readonly onDrawing: (drawing: Drawing) => void;
}

const turned = ['', 'rotate-90', 'rotate-180', '-rotate-90'];

/** A photograph or scan, as wide as there is room for. */
function PictureView({ blob, name, view: { zoom, turns }, onDrawing }: PictureViewProps) {
  const t = useText();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const fresh = URL.createObjectURL(blob);
    setAddress(fresh);
    return () => URL.revokeObjectURL(fresh);
  }, [blob]);
  return (
    <img
      src={address}
      alt={t('console.viewer.picture', { name })}
      onLoad={() => onDrawing('drawn')}
      onError={() => onDrawing('broken')}
      className={`mx-auto ${zoom === 1 ? 'max-h-full' : ''} max-w-none ${turned[turns]}`}
      style={{ maxWidth: `${zoom * 100}%`, width: zoom === 1 ? undefined : `${zoom * 100}%` }}
    />
  );
}
