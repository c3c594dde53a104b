/** What somebody typed into a plain field before the script that replaces it was there. */
export function typedSoFar(id: string): string {
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement ? field.value : '';
}
