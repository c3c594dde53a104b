/** Where each role reads what is kept of it, takes it along, and closes the account. */
export const privacyPaths = {
  patient: { page: '/profile/privacy', remove: '/profile/delete', api: '/api/account/export' },
  clinic: {
    page: '/clinic/profile/privacy',
    remove: '/clinic/profile/delete',
    api: '/api/clinic/account/export',
  },
} as const;
