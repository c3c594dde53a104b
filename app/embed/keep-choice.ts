/** Before the choice in the address of a page. */
const begin = '#choice?';
const key = 'choice';
/** Characters; a longer one is not from our form. */
const longest = 500;

/**
 * Moves what was chosen on a clinic's site from the address into this tab, where it outlives the sign-in. The part behind
 * `#` never reaches a server; it is taken out so that no screenshot, bookmark or history holds a treatment. Before the page
 * reads its address.
 */
export function keepChoice(): void {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(begin)) return;
  try {
    if (hash.length <= longest) sessionStorage.setItem(key, hash.slice(begin.length));
  } catch {
    // Storage is switched off: the request begins without what was chosen.
  }
  window.history.replaceState(window.history.state, '', pathname + search);
}

/** What this tab has kept; empty for nothing. */
export function readKept(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Forgets it. */
export function forgetKept(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There is nothing then.
  }
}
