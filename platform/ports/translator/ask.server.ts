import type { z } from 'zod';
import { seconds } from '../../base/duration';
import { TranslatorError } from '../translator';
import { readBounded } from '../read-bounded.server';

const timeout = seconds(10);
/** A message has 4,000 characters; each may be escaped, and a translation be longer than its original. */
const mostBytes = 256 * 1024;
/** Of DeepL: the characters of the contract's period are used up. */
const quotaExceeded = 456;

/** Where a provider is asked, and with what. */
interface Asking<S extends z.ZodType> {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
  /** Of the answer. */
  readonly schema: S;
}

/** Posts JSON to one address and reads a bounded answer of 200. A redirect would lead to a host that no setting names. */
export async function askProvider<S extends z.ZodType>({
  url,
  headers,
  body,
  schema,
}: Asking<S>): Promise<z.output<S>> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new TranslatorError('unreachable');
  });
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel().catch(() => undefined);
    throw new TranslatorError(response.status === quotaExceeded ? 'quota' : 'answer');
  }
  const answer = schema.safeParse(
    parsed(
      await readBounded(response.body, {
        mostBytes,
        failure: (reason) => new TranslatorError(reason),
      }),
    ),
  );
  if (!answer.success) throw new TranslatorError('answer');
  return answer.data;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new TranslatorError('answer');
  }
}

/** The tag of a language as a provider names it ('DE', 'zh-Hans'); null for anything else. */
export const languageTag = (word: string | undefined): string | null =>
  word && /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/i.test(word) ? word.toLowerCase() : null;
