/** The code of the refusal; or `taken`, with what staff are warned of. */
export type Verdict =
  'taken' | `taken: ${string}` | 'unsupported_file_type' | 'validation_failed' | 'file_too_large';

/** One line of the tables. */
export type Row = [
  what: string,
  name: string,
  make: () => Buffer | Promise<Buffer>,
  asPhoto: Verdict,
  asDocument: Verdict,
  type?: string,
];

export const type = 'unsupported_file_type';
export const unfit = 'validation_failed';
export const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

export const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2));
export const withTail = (bytes: Buffer, tail: string | Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.from(tail)]);
