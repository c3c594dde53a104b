/** A form whose sender's session had ended, as the error page is given it to send again. */
export interface ExpiredForm {
  readonly expired: {
    /** Path and query it was sent to. */
    readonly action: string;
    readonly fields: ReadonlyArray<[name: string, value: string]>;
  };
}

export const isExpiredForm = (data: unknown): data is ExpiredForm =>
  typeof data === 'object' && data !== null && 'expired' in data;
