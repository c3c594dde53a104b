import { Gauge, type Registry } from 'prom-client';
import { milliseconds, seconds, type Duration } from '../base/duration';

/** A number, or one for each word of its label. */
type Numbers = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** One question that is asked at a scrape, and the numbers that its answer gives. */
export interface Reading {
  /** By the names that Prometheus gives them. */
  readonly numbers: Readonly<Record<string, { readonly help: string; readonly label?: 'queue' }>>;
  /** Changes nothing, and costs the same however much there is to count. */
  read(): Promise<Numbers>;
}

/** What has not answered by then counts as failed: whoever asks must not wait for a hanging database. */
const patience: Duration = milliseconds(2_500);

/** The answer, or `otherwise` when it fails or takes too long. */
export function withinPatience<T, O>(answer: Promise<T>, otherwise: O): Promise<T | O> {
  const late = new Promise<O>((resolve) => {
    setTimeout(() => resolve(otherwise), patience).unref();
  });
  return Promise.race([answer.catch(() => otherwise), late]);
}

/**
 * Adds numbers that are asked for at a scrape; NaN for those that could not be had in time. An answer `holds` for whoever
 * else scrapes meanwhile, so that a second Prometheus, or an impatient one, costs the database nothing.
 */
export function watchReadings(
  registry: Registry,
  readings: readonly Reading[],
  holds: Duration = seconds(4),
): void {
  for (const { numbers, read } of readings) {
    const ask = shared(() => withinPatience<Numbers, null>(read(), null), holds);
    for (const [name, { help, label }] of Object.entries(numbers)) {
      const words = new Set<string>();
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: label ? [label] : [],
        registers: [registry],
        collect: async () => {
          const answer = (await ask())?.[name] ?? NaN;
          if (!label) return gauge.set(answer as number);
          gauge.reset();
          if (typeof answer === 'number')
            for (const word of words) gauge.set({ [label]: word }, answer);
          else
            for (const [word, value] of Object.entries(answer)) {
              words.add(word);
              gauge.set({ [label]: word }, value);
            }
        },
      });
    }
  }
}

/** Whoever asks while an answer is under way, or holds, shares it. */
function shared<T>(work: () => Promise<T>, holds: Duration): () => Promise<T> {
  let known: { readonly answer: Promise<T>; readonly until: number } | null = null;
  return () => {
    if (known && performance.now() < known.until) return known.answer;
    const asked = { answer: work(), until: Infinity };
    known = asked;
    void asked.answer.finally(() => {
      asked.until = performance.now() + holds;
    });
    return asked.answer;
  };
}
