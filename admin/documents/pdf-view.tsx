import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../text';
import type { Drawing, View } from './viewer-tools';

interface PdfViewProps {
  readonly blob: Blob;
  readonly name: string;
  readonly view: View;
  readonly onPages: (count: number) => void;
  readonly onDrawing: (drawing: Drawing) => void;
}

/** One page of a PDF, drawn on a canvas. */
export default function PdfView({ blob, name, view, onPages, onDrawing }: PdfViewProps) {
  const t = useText();
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [broken, setBroken] = useState(false);
  const onEnd = useCallback(
    (drawing: 'drawn' | 'broken') => {
      setBroken(drawing === 'broken');
      onDrawing(drawing);
    },
    [onDrawing],
  );
  useEffect(() => {
    const opened = openPdf(blob);
    opened.pdf.then(
      (fresh) => {
        setPdf(fresh);
        onPages(fresh.numPages);
      },
      () => onEnd('broken'),
    );
    return opened.close;
  }, [blob, onPages, onEnd]);
  if (broken) return <p role="alert">{t('console.viewer.broken')}</p>;
  return pdf ? <Page pdf={pdf} name={name} view={view} onEnd={onEnd} /> : null;
}

interface PageProps {
  readonly pdf: PDFDocumentProxy;
  readonly name: string;
  readonly view: View;
  readonly onEnd: (drawing: 'drawn' | 'broken') => void;
}

function Page({ pdf, name, view: { page, zoom, turns }, onEnd }: PageProps) {
  const t = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const drawing = new AbortController();
    const target = canvas.current;
    if (target)
      draw({ pdf, page, turns, zoom, canvas: target, signal: drawing.signal }).then(
        () => {
          if (!drawing.signal.aborted) onEnd('drawn');
        },
        () => {
          if (!drawing.signal.aborted) onEnd('broken');
        },
      );
    return () => drawing.abort();
  }, [pdf, page, turns, zoom, onEnd]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t('console.viewer.pdf', { name, page })}
      className="mx-auto block bg-surface"
    />
  );
}

interface Sheet {
  readonly pdf: PDFDocumentProxy;
  readonly page: number;
  readonly turns: number;
  readonly zoom: number;
  readonly canvas: HTMLCanvasElement;
  readonly signal: AbortSignal;
}

/** A page of a poster must not ask for more canvas than a browser has. */
const mostPixels = 16_000_000;

async function draw({ pdf, page, turns, zoom, canvas, signal }: Sheet): Promise<void> {
  const sheet = await pdf.getPage(page);
  if (signal.aborted) return;
  const rotation = (sheet.rotate + turns * 90) % 360;
  const natural = sheet.getViewport({ scale: 1, rotation });
  const room = (canvas.parentElement?.clientWidth ?? 800) - 26;
  const width = room * zoom;
  const shape = natural.height / natural.width;
  const density = Math.min(
    window.devicePixelRatio,
    Math.sqrt(mostPixels / (width * width * shape)),
  );
  const viewport = sheet.getViewport({ scale: (width / natural.width) * density, rotation });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  canvas.style.width = `${width}px`;
  const task = sheet.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel());
  await task.promise;
}

GlobalWorkerOptions.workerSrc = worker;

/** Fonts, character maps and decoders of the library; `scripts/vite.console.config.ts` puts them there. */
const parts = `${import.meta.env.BASE_URL}pdf/`;

interface OpenPdf {
  readonly pdf: Promise<PDFDocumentProxy>;
  close(): void;
}

/**
 * Reads a PDF in a worker of ours. Scripts, forms and links of the document are never run: only its pages are
 * drawn. WebAssembly stays off, as the Content-Security-Policy has it.
 */
function openPdf(blob: Blob): OpenPdf {
  let closed = false;
  const task = blob.arrayBuffer().then((data) =>
    getDocument({
      data,
      cMapUrl: `${parts}cmaps/`,
      standardFontDataUrl: `${parts}standard_fonts/`,
      wasmUrl: `${parts}wasm/`,
      useWasm: false,
      enableXfa: false,
      stopAtErrors: false,
    }),
  );
  return {
    pdf: task.then((opened) => opened.promise),
    close: () => {
      if (closed) return;
      closed = true;
      void task.then((opened) => opened.destroy());
    },
  };
}
