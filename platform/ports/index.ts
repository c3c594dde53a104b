import type { Mailer } from './mailer';
import type { RateSource } from './rate-source';
import type { Scanner } from './scanner';
import type { SignInProvider } from './sign-in-provider';
import type { Sms } from './sms';
import type { Storage } from './storage';
import type { Translator } from './translator';

/** The network's edge: everything that talks to somebody else's server or to the disk. */
export interface Ports {
  /** For codes. */
  readonly sms: Sms;
  /** For what people chose to be notified of by text message: when these fail, codes go on. */
  readonly texts: Sms;
  readonly mailer: Mailer;
  readonly storage: Storage;
  readonly scanner: Scanner;
  /** Null where the settings name none. */
  readonly signInProvider: SignInProvider | null;
  /** Null where the settings name none: then no rates are fetched. */
  readonly rateSource: RateSource | null;
  /** Null where the settings name none: then no page offers a translation. */
  readonly translator: Translator | null;
}
