import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = worker;

/** Fonts, character maps and decoders of the library; `scripts/vite.console.config.ts` puts them there. */
const parts = `${import.meta.env.BASE_URL}pdf/`;

export interface OpenPdf {
  readonly pdf: Promise<PDFDocumentProxy>;
  close(): void;
}

/**
 * Reads a PDF in a worker of ours. Scripts, forms and links of the document are never run: only its pages are
 * drawn. WebAssembly stays off, as the Content-Security-Policy has it.
 */
export function openPdf(blob: Blob): OpenPdf {
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
