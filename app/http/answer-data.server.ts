import type { Call } from '#platform/base/call';
import type { Logger } from '#platform/observability/log';

/** What an answer that carries an unfit value is logged as. */
export const unfitAnswer = 'an answer carries a value that does not fit';

/**
 * The data of a call's answer as its schema lets it out. A plain value that no longer fits (it was stored under an older
 * list of choices) leaves as it is and is logged by its place: one row must not take a whole list away. Anything else
 * that does not fit throws, for what is not declared must not leave.
 */
export function answerData(call: Call, data: unknown, log: Logger): unknown {
  if (!call.data) return undefined;
  const parsed = call.data.safeParse(data);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  if (!issues.every(({ path }) => isPlain(valueAt(data, path)))) throw parsed.error;
  const at = issues.slice(0, 10).map(({ path }) => path.join('.'));
  log.error({ call: call.id, at }, unfitAnswer);
  return data;
}

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], data);

/** Nothing can hide in it. */
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
