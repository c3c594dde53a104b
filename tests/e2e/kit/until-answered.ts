import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly body: { success: boolean; code?: string; data?: Record<string, unknown> };
}

export interface Repeated extends Answer {
  /** How often it had to be asked again. */
  readonly repeats: number;
}

/** Asks again over lost connections and outages until something but an outage is answered; gives up after a minute. */
export async function untilAnswered(what: string, ask: () => Promise<Answer>): Promise<Repeated> {
  for (let repeats = 0; ; repeats += 1) {
    const answer = await ask().catch(() => null);
    if (answer && answer.status < 500) return { ...answer, repeats };
    if (repeats > 600) throw new Error(`no answer to ${what} in a minute`);
    await sleep(100);
  }
}
