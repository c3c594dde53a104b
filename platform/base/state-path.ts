import type { StateValue } from 'xstate';

/** The names from the outermost state to the innermost, of a machine without parallel states. */
export function statePath(value: StateValue): string[] {
  if (typeof value === 'string') return [value];
  const [name, below] = Object.entries(value)[0] ?? [];
  return name ? [name, ...(below ? statePath(below) : [])] : [];
}
