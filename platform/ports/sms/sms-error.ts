/**
 * A message that was not taken. Carries what may be logged only: provider texts repeat the number.
 */
export class SmsError extends Error {
  constructor(readonly code: string) {
    super(`the message was not taken: ${code}`);
    this.name = 'SmsError';
  }
}
