import { addressIn } from '#app/i18n/address';
import { locales } from '#platform/base/locale';
import { isKeptForm, whenKept } from './keep-form';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** One field as somebody left it: which form of the page, its name, and the how many-th of that name. */
interface Held {
  readonly form: number;
  readonly name: string;
  readonly nth: number;
  readonly value: string;
  readonly checked?: boolean;
}

/** Not typed, not readable by a script, or good for one page only. */
const notCarried = /^(hidden|file|password|submit|button|reset|image)$/;

function isTyped(element: Element): element is Field {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  if (!(element instanceof HTMLInputElement)) return false;
  return !notCarried.test(element.type) && element.autocomplete !== 'one-time-code';
}

const isMark = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type);

const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(isTyped).filter(({ name }) => name !== '');

/** Each field beside the how many-th of its name it is. */
function numbered(form: HTMLFormElement): Array<{ field: Field; nth: number }> {
  const counts = new Map<string, number>();
  return fieldsOf(form).map((field) => {
    const nth = counts.get(field.name) ?? 0;
    counts.set(field.name, nth + 1);
    return { field, nth };
  });
}

/** What the forms of this page hold; a form that the server keeps brings its words by itself. */
function heldNow(): Held[] {
  return [...document.forms].flatMap((form, number) =>
    isKeptForm(form)
      ? []
      : numbered(form).map(({ field, nth }) => ({
          form: number,
          name: field.name,
          nth,
          value: field.value,
          ...(isMark(field) ? { checked: field.checked } : {}),
        })),
  );
}

/** As a person would do it: React hears of nothing that is written past its own setter. */
function write(field: Field, { value, checked }: Held): void {
  if (isMark(field)) {
    if (field.value === value && checked !== field.checked && (checked || field.type !== 'radio'))
      field.click();
    return;
  }
  if (field.value === value) return;
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!;
  set!.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  if (field instanceof HTMLSelectElement)
    field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Writes into the forms of this page what they held in the other language. */
export function bringTyped(held: readonly Held[]): void {
  const fields = [...document.forms].map(numbered);
  for (const one of held) {
    const found = fields[one.form]?.find(
      ({ field, nth }) => field.name === one.name && nth === one.nth,
    );
    if (found) write(found.field, one);
  }
}

/**
 * Chooses a language, and loads this page in it with what its forms hold. That goes along in the entry of the tab's
 * history that the page has anyway, for one load: no storage holds it, and no address.
 */
export async function chooseLanguage(choice: FormData): Promise<void> {
  await whenKept();
  const body = new URLSearchParams([...choice].map(([name, value]) => [name, String(value)]));
  const answer = await fetch('/language', { method: 'POST', body, redirect: 'manual' });
  if (answer.type !== 'opaqueredirect') throw new Error('the language was not chosen');
  const locale = locales.find((one) => one === body.get('locale'))!;
  const to = addressIn(locale, body.get('to') ?? '/');
  history.replaceState({ ...(history.state as object), typed: heldNow() }, '', to);
  location.reload();
}
