import { text } from '../text';
import { refusal, type Envelope } from './answers';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  readonly json: unknown;
  /** What came when it was no JSON: the bytes of a file. */
  readonly blob: Blob | null;
}

/** Asks the API. Throws `HttpError` with the API's message for everything that is no success. */
export type Call = (address: string, options?: RequestInit) => Promise<Answer>;

/** Proves the second factor again; false when the person would rather not. */
export type ProveAgain = () => Promise<boolean>;

interface Parts {
  readonly fetch: typeof fetch;
  readonly proveAgain: ProveAgain;
}

/**
 * The console's one way to the API. An act that asks for a fresh second factor (401 `step_up`) is repeated once
 * after it was given: the server did nothing with the first one.
 */
export function createCall({ fetch, proveAgain }: Parts): Call {
  return async (address, options = {}) => {
    const first = await ask(fetch, address, options);
    if (!isStepUp(first) || !(await proveAgain())) return accepted(first);
    return accepted(await ask(fetch, address, options));
  };
}

const isStepUp = ({ status, json }: Answer) =>
  status === 401 && (json as Envelope | null)?.code === 'step_up';

function accepted(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw refusal(answer.status, envelopeOf(answer.json));
}

function envelopeOf(json: unknown): Envelope {
  const envelope = json as Partial<Envelope> | null;
  return { success: false, message: text('console.error.unreadable'), ...envelope };
}

async function ask(send: typeof fetch, address: string, options: RequestInit): Promise<Answer> {
  const headers = new Headers(options.headers);
  headers.set('Accept', 'application/json');
  if (options.body) headers.set('Content-Type', 'application/json');
  try {
    const response = await send(address, { ...options, headers, credentials: 'same-origin' });
    const { status, headers: answered } = response;
    if (!(answered.get('Content-Type') ?? '').includes('json'))
      return { status, headers: answered, body: '', json: null, blob: await response.blob() };
    const body = await response.text();
    return { status, headers: answered, body, json: jsonOf(body), blob: null };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw refusal(0, { success: false, code: 'network', message: text('console.error.network') });
  }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
