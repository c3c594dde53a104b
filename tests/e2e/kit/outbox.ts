import { expect } from '@playwright/test';

export interface OutboxMessage {
  readonly channel: 'sms' | 'email';
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly at: string;
}

/** What was sent to a phone number (E.164) or address, newest first. */
export async function messagesTo(url: string, to: string): Promise<OutboxMessage[]> {
  const response = await fetch(`${url}/dev/outbox.json?to=${encodeURIComponent(to)}`);
  if (!response.ok) throw new Error(`the outbox answers ${response.status}`);
  return (await response.json()) as OutboxMessage[];
}

/** The newest six-digit code sent to a phone since `since`; waits for the worker to send it. */
export async function codeFor(url: string, phone: string, since = new Date(0)): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(
      async () => {
        const sent = (await messagesTo(url, phone)).filter(({ at }) => new Date(at) >= since);
        code = sent.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
        return code;
      },
      { message: `a code for ${phone} in the outbox`, timeout: 15_000 },
    )
    .toBeTruthy();
  return code!;
}
