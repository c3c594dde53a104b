/** Our key in the browser's storage; signing out removes it. */
const birthDateKey = 'profile.birth-date';

/** The date of birth, `YYYY-MM-DD`, as this browser knows it; it is never sent. Empty when it was not given. */
export function readBirthDate(): string {
  try {
    const text = localStorage.getItem(birthDateKey) ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '';
  } catch {
    return '';
  }
}

/** Keeps a date, or forgets it when it is empty. */
export function writeBirthDate(date: string): void {
  try {
    if (date) localStorage.setItem(birthDateKey, date);
    else localStorage.removeItem(birthDateKey);
  } catch {
    // Storage can be switched off or full; the date is then not kept.
  }
}
