import http from 'node:http';

export interface Asked {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Sends requests from `loops` loops for `ms`; answers how many a second. Throws at the first other status. */
export async function load(
  port: number,
  { loops, ms, status }: { loops: number; ms: number; status: number },
  next: () => Asked,
): Promise<{ perSecond: number; done: number }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: loops });
  const began = performance.now();
  const until = began + ms;
  let done = 0;
  const loop = async () => {
    while (performance.now() < until) {
      const answered = await ask(port, agent, next());
      if (answered !== status) throw new Error(`answered ${answered} instead of ${status}`);
      done += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: loops }, loop));
    return { perSecond: (done * 1_000) / (performance.now() - began), done };
  } finally {
    agent.destroy();
  }
}

/** Milliseconds without a byte after which a request counts as never answered. */
const silence = 60_000;

/**
 * Sends one request and reads the answer to its end. Rejects with the code of a connection that was reset or closed,
 * also in the middle of an answer, and with ETIMEDOUT after a minute of silence.
 * @returns its status
 */
export const ask = (port: number, agent: http.Agent, { body, ...asked }: Asked): Promise<number> =>
  new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, agent, timeout: silence, ...asked };
    const request = http.request(target, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode!));
      answer.once('error', reject);
    });
    request.once('timeout', () =>
      request.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
    );
    request.once('error', reject);
    request.end(body);
  });
