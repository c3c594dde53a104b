export type AccountRole = 'patient' | 'clinic';

/** Where each role keeps what guards its account. A clinic reaches its own also while it is not approved. */
export const homeOfAccount = {
  patient: {
    security: '/profile/security',
    confirm: '/profile/confirm',
    email: '/profile/email',
    back: '/profile',
    api: '',
  },
  clinic: {
    security: '/clinic/security',
    confirm: '/clinic/confirm',
    email: '/clinic/email',
    back: '/clinic/pending-approval',
    api: '/clinic',
  },
} as const satisfies Record<AccountRole, Record<string, string>>;

/** The page that asks for a fresh proof and then goes on to `to`. */
export const confirmFirst = (role: AccountRole, to: string): string =>
  `${homeOfAccount[role].confirm}?redirectTo=${encodeURIComponent(to)}`;

/** Who may change what an account is reached by, or end it. */
export const ownersOf = { patient: 'patient', clinic: 'clinic-owner' } as const;
