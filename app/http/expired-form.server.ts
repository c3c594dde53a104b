import { data } from '@remix-run/node';
import { isDocument } from './is-document';
import type { ExpiredForm } from './expired-form';

/**
 * For a form that a browser without our script sent after its session had ended: the page's own loader would
 * lead it to the sign-in and lose what was typed, so this throws what makes the root's error page show the
 * form once more. Requests of our script pass: their page stays as it is.
 */
export function throwExpiredForm(request: Request, intent: string, form: FormData): void {
  if (!isDocument(request)) return;
  const { pathname, search } = new URL(request.url);
  const fields = [...form].map(([name, value]): [string, string] => [name, String(value)]);
  const expired: ExpiredForm = {
    expired: { action: pathname + search, fields: [['intent', intent], ...fields] },
  };
  throw data(expired, { status: 401 });
}
