import { randomInt } from 'node:crypto';
import type { Running, Stage } from './stage';

const patience = 20_000;

/** An address of the private networks, as a proxy in front tells it. */
export const someAddress = (): string =>
  `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** A number of the United States that belongs to nobody of the stage. */
export const somePhone = (): string => `+1312${randomInt(200, 555)}${randomInt(1_000, 10_000)}`;

export interface Told {
  readonly status: number;
  readonly code?: string;
  readonly data?: Record<string, unknown>;
  readonly cookies: readonly string[];
}

/** A call of the sign-in from an address, with the cookies of a browser. */
export async function callAuth(
  { port }: Pick<Running, 'port'>,
  path: string,
  { body, address, cookies = [] }: { body: object; address: string; cookies?: readonly string[] },
): Promise<Told> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      Cookie: cookies.join('; '),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(patience),
  });
  const { code, data } = (await answer.json()) as Omit<Told, 'cookies'>;
  const set = answer.headers.getSetCookie().map((line) => line.split(';')[0]!);
  return { status: answer.status, code, data, cookies: set };
}

/** The newest code that the gateway took for a phone; waits for it, null when none comes. */
export async function codeAt({ gateway }: Stage, phone: string, taken = 0): Promise<string | null> {
  for (const end = performance.now() + patience; performance.now() < end;) {
    const all = gateway.taken.filter(({ to }) => to === phone);
    if (all.length > taken) return /\b\d{6}\b/.exec(all[0]!.text)?.[0] ?? null;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return null;
}

/** Asks for a code as somebody new. @returns milliseconds until it was at the gateway; Infinity when it never was */
export async function codeTakes(stage: Stage, running: Running): Promise<number> {
  const phoneNumber = somePhone();
  const began = performance.now();
  const asked = await callAuth(running, 'send-code', {
    body: { phoneNumber },
    address: someAddress(),
  });
  const code = asked.status === 200 ? await codeAt(stage, phoneNumber) : null;
  return code ? performance.now() - began : Infinity;
}
