import { AsyncResource } from 'node:async_hooks';
import type { OpenSpan, Piece, Tracer } from './span';

/** Of this process; null as long as nobody asked for traces, and then nothing below costs more than this look. */
let tracer: Tracer | null = null;

/** From now on spans go there, or nowhere. */
export function traceTo(next: Tracer | null): void {
  tracer = next;
}

/** Begins a span; null where nothing is traced. */
export const beginSpan = (piece: Piece): OpenSpan | null => tracer?.begin(piece) ?? null;

/** Runs work as one span below whatever runs around it. */
export async function spanned<T>(piece: Piece, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(piece);
  if (!span) return work();
  try {
    const result = await span.within(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ failure: failureOf(error) });
    throw error;
  }
}

/** Name or code of an error; its message may hold data. */
export function failureOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(typeof code === 'string' ? code : (name ?? 'unknown')).slice(0, 60);
}

/** What a job carries along, so that it is traced as caused by what runs now; undefined where nothing is traced. */
export const causeHere = (): string | undefined => tracer?.here();

/** A callback that goes on as part of what runs now, whoever calls it. */
export const inOwnContext = <F extends (...given: never[]) => unknown>(callback: F): F =>
  tracer ? (AsyncResource.bind(callback as never) as unknown as F) : callback;

/** Sends what is left and records nothing more. */
export async function endTracing(): Promise<void> {
  const ending = tracer;
  tracer = null;
  await ending?.close();
}
