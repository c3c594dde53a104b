import { parentPort, workerData } from 'node:worker_threads';

export interface Order {
  /** `http://127.0.0.1:<port>`. */
  readonly base: string;
  readonly picture: Uint8Array<ArrayBuffer>;
  /** Of the patients who send, one per picture. */
  readonly senders: readonly string[];
  /** Somebody else with a photo, who asks for it again and again. */
  readonly other: { readonly cookie: string; readonly photoId: string };
  /** Milliseconds for which the other asks at least. */
  readonly asksFor: number;
}

export interface Done {
  /** Status and, of a refusal, its code. */
  readonly sent: readonly string[];
  readonly asked: ReadonlyArray<{ readonly status: number; readonly ms: number }>;
}

/** Many people's browsers, in a thread of their own: the thread under test only serves. */
const { base, picture, senders, other, asksFor } = workerData as Order;
const headersOf = (cookie: string) => ({ Cookie: cookie, Origin: base });

async function send(cookie: string): Promise<string> {
  const body = new FormData();
  body.append('photo', new File([picture], 'photo.png'));
  const answer = await fetch(`${base}/api/photos`, {
    method: 'POST',
    headers: headersOf(cookie),
    body,
  });
  const { code } = (await answer.json()) as { code?: string };
  return [answer.status, code].filter(Boolean).join(' ');
}

async function ask(): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const answer = await fetch(`${base}/api/files/${other.photoId}`, {
    headers: headersOf(other.cookie),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - began };
}

async function main(): Promise<Done> {
  let sending = true;
  const sent = Promise.all(senders.map(send)).finally(() => (sending = false));
  const asked: Array<{ status: number; ms: number }> = [];
  const until = performance.now() + asksFor;
  while (sending || performance.now() < until) {
    asked.push(await ask());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { sent: await sent, asked };
}

void main().then((done) => parentPort!.postMessage(done));
