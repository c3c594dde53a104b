export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Stable over retries of one message: they are the same message to the provider and to whoever receives it. */
  key: string;
  /** Where one click of the mail program ends mails like it (RFC 8058). */
  unsubscribe?: string;
}

/** Sends one e-mail; throws to be retried. */
export interface Mailer {
  /** `signal` ends the try: somebody else has the job by then. */
  send(message: MailMessage, signal?: AbortSignal): Promise<void>;
  /** What was sent to somebody and is kept on this machine goes: of the outbox, which alone keeps anything. */
  forget?(to: string): Promise<void>;
  /** Lets go of connections that are kept for the next message. */
  close(): Promise<void>;
}

export { MailError } from './mailer/mail-error';
