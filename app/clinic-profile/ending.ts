import { documentKinds, type DocumentKind } from '#contracts/clinic-onboarding';

/** What stands verified by one kind of document; `checkedAt` is null where nothing does. */
export interface Ending {
  readonly kind: DocumentKind;
  readonly checkedAt: string | null;
  /** Its last day, YYYY-MM-DD. */
  readonly until: string | null;
  /** Up to the last day; below nought when it is over. */
  readonly daysLeft: number | null;
}

interface Verified {
  readonly kind: DocumentKind;
  readonly checkedAt: Date;
  readonly until: string | null;
}

const day = 86_400_000;

/** Kind by kind, in the order of the application; `today` is YYYY-MM-DD. */
export const endingsOf = (verified: readonly Verified[], today: string): Ending[] =>
  documentKinds.map((kind) => {
    const own = verified.find((one) => one.kind === kind);
    const until = own?.until ?? null;
    return {
      kind,
      checkedAt: own?.checkedAt.toISOString() ?? null,
      until,
      daysLeft: until === null ? null : (Date.parse(until) - Date.parse(today)) / day,
    };
  });

/** Clinics are reminded from here on. */
const soon = 60;

export const endsSoon = ({ daysLeft }: Ending): boolean =>
  daysLeft !== null && daysLeft >= 0 && daysLeft <= soon;
export const hasEnded = ({ daysLeft }: Ending): boolean => daysLeft !== null && daysLeft < 0;
