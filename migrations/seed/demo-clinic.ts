import type { ClinicDetails, Doctor, DocumentKind, Language } from '#contracts/clinic-onboarding';
import type { Currency } from '#contracts/offers';
import type { Duration } from '#platform/base/duration';

/** What an approved clinic shows of itself besides its application. */
export interface DemoProfile {
  /** Besides the one in charge. */
  readonly doctors: readonly Doctor[];
  readonly languages: readonly Language[];
  /** That its offers start with. */
  readonly currency: Currency;
  /** Pictures of rooms, by the colours of their walls. */
  readonly walls: readonly string[];
}

export interface DemoClinic {
  /** E.164; of the range that is kept free for examples. */
  readonly phoneNumber: string;
  readonly details: ClinicDetails;
  /** The clinic whose license it hands in as its own: a false clinic for the review team to find. */
  readonly licenseOf?: string;
  /** How long ago each of it happened. */
  readonly registered: Duration;
  /** When every required document was handed in. */
  readonly documents?: Duration;
  readonly askedAgain?: { readonly ago: Duration; readonly note: string };
  readonly rejected?: { readonly ago: Duration; readonly reason: string };
  readonly approved?: Duration;
  /** In how long documents that the reviewer accepted end. */
  readonly ends?: Partial<Record<DocumentKind, Duration>>;
  readonly suspended?: { readonly ago: Duration; readonly reason: string };
  readonly profile?: DemoProfile;
}

/** What most of them have in common. */
export const details = {
  country: 'Turkey',
  website: null,
  experience: '10-15',
  description: '',
} satisfies Partial<ClinicDetails>;
