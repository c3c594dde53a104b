import { canary } from './odd-values';

type Line = Readonly<Record<string, unknown>>;
interface Logged {
  readonly type?: string;
  readonly code?: string;
  readonly frames?: readonly string[];
  readonly cause?: Logged;
}

/** Pino's number for `error`. */
const error = 50;

/** What is wrong with lines of the log, in a few words; empty when nothing is. */
export function wrongWith(lines: readonly Line[]): string {
  const loud = lines.filter(({ level }) => (level as number) >= error).map(inWords);
  const leaking = lines.filter((line) => JSON.stringify(line).includes(canary));
  return [
    ...loud.map((words) => `logs ${words}`),
    ...leaking.map((line) => `logs what it was fed: ${JSON.stringify(line).slice(0, 300)}`),
  ].join('; ');
}

/** A line with the error in it: an error's own message is never written, so its place stands for it. */
const inWords = ({ msg, err }: Line): string =>
  [String(msg), ...errorsIn(err as Logged | undefined)].join(' < ');

function errorsIn(logged: Logged | undefined): string[] {
  if (!logged) return [];
  const { type, code, frames = [], cause } = logged;
  const ours = frames.filter((frame) => !/node_modules|node:/.test(frame));
  const place = (ours[0] ?? frames[0] ?? '')
    .replace(/^at /, '')
    .replace(/\(?\/.*?\/(?=(app|engine|modules|platform|workflows|node_modules)\/)/, '(');
  return [[type, code, place].filter(Boolean).join(' '), ...errorsIn(cause)];
}
