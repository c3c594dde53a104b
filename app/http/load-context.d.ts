import type { Logger } from '#platform/log';
import type { Services } from '#platform/context';

declare module '@remix-run/node' {
  /** What the server hands to every loader and action. */
  interface AppLoadContext {
    services: Services;
    requestId: string;
    ip: string;
    nonce: string;
    /** Where the build of the staff console lies; undefined where nobody built it. */
    consoleFolder?: string;
    /** Aborts when the other end is gone. */
    disconnected: AbortSignal;
    log: Logger;
  }
}
