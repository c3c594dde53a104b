/** Who has an account from which the team is written to. */
export type SupportSide = 'patient' | 'clinic';

/** Where support is, for each side; a ticket is below it. */
export const supportHome: Readonly<Record<SupportSide, string>> = {
  patient: '/profile/support',
  clinic: '/clinic/support',
};
