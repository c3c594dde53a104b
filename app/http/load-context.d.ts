import type { Logger } from '#platform/observability/log';
import type { Locale } from '#platform/base/locale';
import type { KeptPage } from './edge/kept-page';
import type { StyleAt } from './edge/built-assets';
import type { Outlet } from './edge/outlet';
import type { FoundSessions } from '#modules/identity';
import type { Services } from '#platform/context';

declare module '@remix-run/node' {
  /** What the server hands to every loader and action. */
  interface AppLoadContext {
    services: Services;
    requestId: string;
    ip: string;
    nonce: string;
    /** For pages that bring their style along. */
    styleAt: StyleAt;
    /** Where the build of the staff console lies; undefined where nobody built it. */
    consoleFolder?: string;
    outlet: Outlet;
    log: Logger;
    /** Of the answer: as the request says it, or the account of who asks once that is known. */
    locale: Locale;
    localeIsSaid: boolean;
    /** As the edge's `RequestAttributes` has it. */
    keep?: (page: KeptPage) => void;
    /** For the several loaders of one page that is looked at; absent where an action may change who somebody is. */
    found?: FoundSessions;
  }
}
