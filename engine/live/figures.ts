import type { Services } from '#platform/context';

/** Who reads a stream, as the first word of its own topic says. */
export const readerKinds = ['patient', 'clinic', 'staff'] as const;
export type ReaderKind = (typeof readerKinds)[number];

/** What may keep a stream from being opened: how many the person, the address or the process holds. */
export const streamLimits = ['person', 'address', 'process'] as const;
export type StreamLimit = (typeof streamLimits)[number];

type Watched = Pick<Services, 'database'>;
const refusals = new WeakMap<Services['database'], Record<StreamLimit, number>>();

/** How many streams this process has refused since it began, by the limit that they met. */
export function refusedStreamsOf({ database }: Watched): Record<StreamLimit, number> {
  const known = refusals.get(database) ?? { person: 0, address: 0, process: 0 };
  refusals.set(database, known);
  return known;
}

export const noteRefusedStream = (services: Watched, limit: StreamLimit): void => {
  refusedStreamsOf(services)[limit] += 1;
};
