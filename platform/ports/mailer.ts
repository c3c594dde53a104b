export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Stable over retries of one message: they are the same message to whoever receives it. */
  key: string;
  /** Where one click of the mail program ends mails like it (RFC 8058). */
  unsubscribe?: string;
}

/** Sends one e-mail; throws to be retried. */
export interface Mailer {
  send(message: MailMessage): Promise<void>;
  /** What was sent to somebody and is kept on this machine goes: of the outbox, which alone keeps anything. */
  forget?(to: string): Promise<void>;
  /** Lets go of connections that are kept for the next message. */
  close(): Promise<void>;
}

export { MailError } from './mailer/mail-error';
