/** What the work on files of strangers may take together (security 66). */
export const fileWorkLimits = {
  /** Bytes of decoded pictures under way: pixels × channels × bytes each. */
  decodedBytes: 200_000_000,
  /** Pictures and documents under way at once, each in a process of their own. */
  atOnce: 2,
  documentsAtOnce: 1,
  /** Files that wait, of everybody and of one owner; more are asked to try again. */
  waiting: 200,
  waitingOfOwner: 10,
  /** Milliseconds until who waits is asked to try again. */
  wait: 20_000,
  /** Milliseconds of CPU that one step of one file may take; it ends with its process and is not tried again. */
  cpu: 5_000,
  /** Milliseconds after which a step that gives no answer ends the same way, however busy the machine is. */
  cost: 30_000,
  run: 60_000,
  /** Milliseconds until a process that starts must answer. */
  start: 15_000,
  /** Bytes of memory (resident) at which a process is ended. Its JavaScript may have half of it. */
  memory: 512 * 1024 * 1024,
  documentMemory: 384 * 1024 * 1024,
  /** Above this an idle process is let go: allocators rarely give back. */
  idleMemory: 256 * 1024 * 1024,
} as const;

export type FileWorkLimits = { readonly [K in keyof typeof fileWorkLimits]: number };
