import type { DocumentWarning } from '../document-states';
import { unfit } from './refusal';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Looks at a file that calls itself text: UTF-8, and nothing that no text holds. @throws AppError `unsupported_file_type` */
export function checkText(bytes: Buffer): DocumentWarning[] {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw unfit('encoding');
  }
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text)) throw unfit('type');
  // A browser that looks at what it saves would take it for a page.
  if (/^\s*<(?:!doctype|html|script|svg|\?xml)/i.test(text)) throw unfit('mismatch');
  return [];
}
