import { documentTypes, type DocumentTypeName } from './document-types';
import { unfit } from './refusal';

/** Sent by those that do not know; says nothing against the content. */
const unknown = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/** Inner extensions under which another system may run or open the file: `licence.php.pdf`. */
const active =
  /^(php\d?|phtml|phar|aspx?|jspx?|cgi|pl|py|rb|sh|bash|exe|com|bat|cmd|ps1|scr|msi|dll|jar|js|mjs|vbs|vbe|wsf|hta|html?|xhtml|shtml|svg|xml|swf|lnk|docm|dotm|xlsm|zip|rar|7z|iso|htaccess)$/;

export interface ClaimedFile {
  /** As the sender calls it. */
  readonly name: string;
  /** The media type that the sender declares; empty when it says nothing. */
  readonly type: string;
}

/**
 * Which of `kinds` a file is by its first bytes; a file without a mark of its own can only be text. Name and declared type must say the same (security 52); a sender that does
 * not know the type declares none.
 *
 * @throws AppError `unsupported_file_type`
 */
export function judgeType(
  { name, type }: ClaimedFile,
  head: Buffer,
  kinds: readonly DocumentTypeName[],
): DocumentTypeName {
  const begins = head.subarray(0, 8).toString('hex');
  const marked = (Object.keys(documentTypes) as DocumentTypeName[]).find(
    (each) => documentTypes[each].magic !== '' && begins.startsWith(documentTypes[each].magic),
  );
  const found = kinds.find((each) => each === (marked ?? 'txt'));
  if (!found) throw unfit('type');
  const [last = '', ...inner] = extensionsOf(name);
  // A name that ends for one reader where it goes on for another.
  if (
    name.includes('\0') ||
    name.includes('%00') ||
    inner.some((extension) => active.test(extension))
  )
    throw unfit('double-extension');
  const { extensions, declared } = documentTypes[found];
  const essence = type.split(';', 1)[0]!.trim().toLowerCase();
  const agreed =
    (extensions as readonly string[]).includes(last) &&
    (unknown.has(essence) || (declared as readonly string[]).includes(essence));
  if (!agreed) throw unfit('mismatch');
  return found;
}

/** Last extension first, in lower case, without the spaces and dots that some systems drop. */
const extensionsOf = (name: string): string[] =>
  withoutEnd(name.toLowerCase())
    .split('.')
    .slice(1)
    .map((extension) => extension.trim())
    .reverse();

/** Not by a pattern: it would begin anew at each of a row of dots. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && /[\s.]/.test(name[end - 1]!)) end -= 1;
  return name.slice(0, end);
}
