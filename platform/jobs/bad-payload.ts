/** The payload of a job does not fit its schema: no retry will change that. */
export class BadPayloadError extends Error {
  constructor(readonly job: string) {
    super(`the payload of a ${job} cannot be read`);
    this.name = 'BadPayloadError';
  }
}
