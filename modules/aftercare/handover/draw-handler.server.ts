import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileHandler } from '#platform/files/file-work';
import type { HandoverDocument } from './document';
import { documentPdf } from './pdf.server';
import { drawHandoverTask, madePdf } from './task';

/** Fonts, their glyphs and the pages of the longest handover. */
const memory = 64 * 1_024 * 1_024;

export const drawHandoverHandler = fileHandler(drawHandoverTask, {
  cost: () => Promise.resolve({ pool: 'documents', bytes: memory }),
  run: async ({ folder, file }) => {
    const said = JSON.parse(await readFile(file, 'utf8')) as HandoverDocument;
    const pdf = await documentPdf(said);
    await writeFile(path.join(folder, madePdf), pdf, { mode: 0o600 });
    return { bytes: pdf.length };
  },
});
