import { data } from '@remix-run/node';

/** What no keyboard types and Postgres cannot store. */
// eslint-disable-next-line no-control-regex
const unstorable = /\u0000/g;

/** Paths that conform can take; a large index would become an array of that length. */
const fieldName = /^[\w-]+(\.[\w-]+|\[\d{0,3}\])*$/;
const forbidden = /(^|[.[])(__proto__|constructor|prototype)([.[]|$)/;
const maxFields = 1_000;

/**
 * The fields of a plain form, as text that can be stored. Forms with files have actions of their own, which
 * read them as a stream: `formData()` would take all of it into memory.
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = (request.headers.get('Content-Type') ?? '').toLowerCase();
  if (!type.startsWith('application/x-www-form-urlencoded')) throw data(null, { status: 415 });
  const sent = [...new URLSearchParams(await request.text())];
  const unfit = ([name]: [string, string]) => !fieldName.test(name) || forbidden.test(name);
  if (sent.length > maxFields || sent.some(unfit)) throw data(null, { status: 400 });
  const fields = new FormData();
  for (const [name, value] of sent)
    fields.append(name, value.replace(unstorable, '').normalize('NFC'));
  return fields;
}
