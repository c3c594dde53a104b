/** A message that was not taken. Carries what may be logged only: servers repeat the address in their answers. */
export class MailError extends Error {
  constructor(
    /** `smtp_550`, `smtp_unreachable`, … */
    readonly code: string,
    /** The same message will never be taken: the address or the message itself was refused. */
    readonly permanent = false,
  ) {
    super(`the mail was not taken: ${code}`);
    this.name = 'MailError';
  }
}
