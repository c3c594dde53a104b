/** What an event of a worker waits for. */
export interface Waitable {
  waitUntil(done: Promise<unknown>): void;
}

/** The part of a background worker's scope that is used here: its own library of types contradicts that of pages. */
export interface WorkerScope {
  skipWaiting(): Promise<void>;
  addEventListener<E>(name: 'install' | 'activate' | 'message', heard: (event: E) => void): void;
}
