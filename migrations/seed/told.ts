import type { TxCtxOf } from '#platform/context';
import type { ClinicName } from './approved-clinics';

export type PatientTx = TxCtxOf<'patient'>;
export type ClinicTx = TxCtxOf<'clinic'>;

/** A story while it is told. */
export interface Told {
  readonly leadId: string;
  readonly patient: PatientTx;
  readonly photoIds: readonly string[];
  readonly clinicOf: (name: ClinicName) => ClinicTx;
  /** Of the clinic's latest offer. */
  readonly offerIdOf: (name: ClinicName) => string;
  readonly nextOfferIdOf: (name: ClinicName) => string;
}
