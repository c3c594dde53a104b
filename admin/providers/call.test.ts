import { HttpError } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { createCall } from './call';

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
const stepUp = () => json(401, { success: false, code: 'step_up', message: 'Enter a code.' });
const done = () => json(200, { success: true, message: 'Done.' });

/** Answers in turn; what was asked is kept. */
function server(...answers: Array<() => Response>) {
  const asked: Array<{ address: string; method: string; type: string | null }> = [];
  const fetch = ((address: string, options: RequestInit) => {
    const type = new Headers(options.headers).get('Content-Type');
    asked.push({ address, method: options.method ?? 'GET', type });
    const answer = answers.shift();
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('Failed to fetch'));
  }) as typeof globalThis.fetch;
  return { fetch, asked };
}
const never = () => Promise.reject(new Error('nobody should be asked'));

const failureOf = async (run: Promise<unknown>): Promise<HttpError> => {
  const error: unknown = await run.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(HttpError);
  return error as HttpError;
};

describe('a call', () => {
  it('answers JSON, and bytes where there is none', async () => {
    const { fetch, asked } = server(
      done,
      () => new Response('%PDF', { headers: { 'Content-Type': 'application/pdf' } }),
    );
    const call = createCall({ fetch, proveAgain: never });
    expect((await call('/api/x', { method: 'POST', body: '{}' })).json).toMatchObject({
      message: 'Done.',
    });
    expect(await (await call('/api/file')).blob?.text()).toBe('%PDF');
    expect(asked).toEqual([
      { address: '/api/x', method: 'POST', type: 'application/json' },
      { address: '/api/file', method: 'GET', type: null },
    ]);
  });

  it('throws what the API says', async () => {
    const body = { success: false, code: 'event_refused', message: 'No longer possible.' };
    const { fetch } = server(() => json(409, body));
    const error = await failureOf(createCall({ fetch, proveAgain: never })('/api/x'));
    expect(error).toMatchObject({ status: 409, message: 'No longer possible.', body });
  });

  it('has words when there is no answer, or none that can be read', async () => {
    const { fetch } = server(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    const call = createCall({ fetch, proveAgain: never });
    expect(await failureOf(call('/api/x'))).toMatchObject({ status: 502 });
    expect(await failureOf(call('/api/x'))).toMatchObject({ status: 0, body: { code: 'network' } });
  });
});

describe('an act that asks for a fresh factor', () => {
  it('is sent again once it was given', async () => {
    const { fetch, asked } = server(stepUp, done);
    const answer = await createCall({ fetch, proveAgain: () => Promise.resolve(true) })('/api/x');
    expect(answer.status).toBe(200);
    expect(asked).toHaveLength(2);
  });

  it('is refused when it was not given', async () => {
    const { fetch, asked } = server(stepUp, done);
    const error = await failureOf(
      createCall({ fetch, proveAgain: () => Promise.resolve(false) })('/api/x'),
    );
    expect(error).toMatchObject({ status: 401, message: 'Enter a code.' });
    expect(asked).toHaveLength(1);
  });

  it('is asked for once only', async () => {
    const { fetch, asked } = server(stepUp, stepUp, done);
    await failureOf(createCall({ fetch, proveAgain: () => Promise.resolve(true) })('/api/x'));
    expect(asked).toHaveLength(2);
  });

  it('is nothing that a session that has ended asks for', async () => {
    const { fetch } = server(() =>
      json(401, { success: false, code: 'unauthenticated', message: 'Sign in.' }),
    );
    const error = await failureOf(createCall({ fetch, proveAgain: never })('/api/x'));
    expect(error.status).toBe(401);
  });
});
