import type { Proof } from '../schemas';

/** The field `proof`: challenge and solution as JSON in base64. */
export const packProof = (proof: Proof): string => btoa(JSON.stringify(proof));
