/** The look of every input, select and text area. */
export const controlStyle =
  'block w-full min-h-12 rounded-md border border-line-strong bg-surface px-3 py-2 text-ink placeholder:text-ink-soft aria-[invalid=true]:border-2 aria-[invalid=true]:border-danger read-only:bg-paper disabled:bg-paper disabled:text-ink-soft';
