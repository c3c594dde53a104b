import { defineFileTask } from '#platform/files/file-work';

/** Under this name the PDF lies in the folder of the work. */
export const madePdf = 'handover.pdf';

/** Draws a document (`HandoverDocument` as JSON) as a PDF: up to a second of one core, so it is done beside the server. */
export const drawHandoverTask = defineFileTask<null, { readonly bytes: number }>(
  'aftercare.draw-handover',
);
