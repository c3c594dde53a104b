import { data } from '@remix-run/node';
import { countFields, fieldText, isFieldName, maxFormFields } from '#platform/text/form-fields';

const malformed = () => data(null, { status: 400 });

/**
 * The fields of a plain form, as text that can be stored. The body is bounded (`bodyLimits.form`) and its fields are
 * counted before anything is made of it. Forms with files have actions of their own, which read them as a stream:
 * `formData()` would take all of it into memory.
 *
 * @throws an answer: 415 for another media type; 400 for too many fields or for a name that no form has
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = (request.headers.get('Content-Type') ?? '').toLowerCase();
  if (!type.startsWith('application/x-www-form-urlencoded')) throw data(null, { status: 415 });
  const body = await request.text();
  if (countFields(body, maxFormFields) > maxFormFields) throw malformed();
  const fields = new FormData();
  for (const [name, value] of new URLSearchParams(body)) {
    if (!isFieldName(name)) throw malformed();
    fields.append(name, fieldText(value));
  }
  return fields;
}
