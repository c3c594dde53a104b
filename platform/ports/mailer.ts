export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Stable over retries of one message. */
  key: string;
}

/** Sends one e-mail; throws to be retried. */
export interface Mailer {
  send(message: MailMessage): Promise<void>;
}
