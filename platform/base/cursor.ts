import { AppError } from './errors';

/** Where a page of a list ended: the last row's time and id. */
export interface Cursor {
  readonly at: string;
  readonly id: string;
}

const shape =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** An instant of the calendar that Postgres reads too: its years begin with 1, and no February has 31 days. */
const isInstant = (at: string): boolean => {
  const date = new Date(at);
  return !Number.isNaN(date.getTime()) && date.toISOString() === at && date.getUTCFullYear() > 0;
};

export const writeCursor = ({ at, id }: { at: Date; id: string }): string =>
  Buffer.from(`${at.toISOString()}.${id}`).toString('base64url');

/** @throws AppError `invalid_cursor` for anything that {@link writeCursor} did not write. */
export function readCursor(text: string): Cursor {
  const found = shape.exec(Buffer.from(text, 'base64url').toString('utf8'));
  if (!found || !isInstant(found[1]!)) throw new AppError('invalid_cursor');
  return { at: found[1]!, id: found[2]! };
}
