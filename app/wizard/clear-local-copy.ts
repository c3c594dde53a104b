/** Our key in the browser's storage; signing out removes it. Apart from the schemas: every page can sign out. */
export const localCopyKey = 'consultation.wizard';

export function clearLocalCopy(): void {
  try {
    localStorage.removeItem(localCopyKey);
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}
