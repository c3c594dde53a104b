/** `name@host` or `Name <name@host>`, as MAIL_FROM holds it. */
const sender =
  /^(?:([^<>"\p{Cc}]{1,100}?)\s*<([^\s<>"(),:;@\p{Cc}]+@[\w.-]+)>|([^\s<>"(),:;@\p{Cc}]+@[\w.-]+))$/u;

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Null when it is not one plain address, with or without a name. */
export function readSender(text: string): Sender | null {
  const match = sender.exec(text.trim());
  return match ? { name: match[1] ?? '', address: match[2] ?? match[3]! } : null;
}
