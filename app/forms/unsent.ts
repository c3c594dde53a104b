/** What a form held when it was left, and what it knew the server to have. */
interface Unsent {
  readonly values: string;
  readonly saved?: string;
}

/** In the memory of this tab only: it may be health data. */
const unsent = new Map<string, Unsent>();

export const keepUnsent = (key: string, left: Unsent): unknown => unsent.set(key, left);

export function takeUnsent(key: string): Unsent | undefined {
  const left = unsent.get(key);
  unsent.delete(key);
  return left;
}

let signOuts = 0;
const hearers = new Set<() => void>();

/** Signing out takes along what was not saved. */
export function forgetUnsent(): void {
  signOuts += 1;
  unsent.clear();
  for (const hear of hearers) hear();
}

/** For whoever keeps something else in the memory of this tab. */
export const onSignOut = (hear: () => void): unknown => hearers.add(hear);

/** Whether somebody signed out meanwhile, for whoever learns late that something was not saved. */
export const signOutsSoFar = (): number => signOuts;

/** Writes what a form held into it again, and lets everything that listens hear of it. */
export function bringBack(form: HTMLFormElement, values: string): void {
  for (const [name, value] of new URLSearchParams(values)) {
    const found = form.elements.namedItem(name);
    for (const field of found instanceof RadioNodeList ? [...found] : [found]) write(field, value);
  }
  form.dispatchEvent(new Event('input', { bubbles: true }));
}

function write(field: Node | null, value: string): void {
  if (field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type)) {
    if (field.value === value && !field.checked) field.click();
  } else if (
    (field instanceof HTMLInputElement && field.type !== 'hidden') ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement
  )
    field.value = value;
}
