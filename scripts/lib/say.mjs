/** A fault that a person can act on: one line, no stack. */
export class Refusal extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'Refusal';
  }
}

/** @param {unknown} error */
export const codeOf = (error) => /** @type {{ code?: string } | null} */ (error)?.code;

/** @param {string} line */
export const say = (line) => process.stdout.write(`${line}\n`);

/** @param {unknown} error what a person reads of it: a refusal's own words, otherwise the first line */
export function oneLine(error) {
  if (error instanceof Refusal) return error.message;
  if (codeOf(error) === 'ENOSPC') return 'The disk is full. Make room and start again.';
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? text;
}
