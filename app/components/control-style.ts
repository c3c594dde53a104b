/** The look of every input, select and text area. */
export const controlStyle =
  'block w-full min-h-12 rounded-md border border-line-strong bg-surface px-3 py-2 text-ink placeholder:text-ink-soft aria-[invalid=true]:border-2 aria-[invalid=true]:border-danger read-only:bg-paper disabled:bg-paper disabled:text-ink-soft';

/** The look of what picks files without more ado: the browser's own words beside a button of ours. */
export const filePickerStyle =
  'block w-full min-w-0 file:me-3 file:min-h-11 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-line-strong file:bg-surface file:px-4 file:font-semibold file:text-brand';
