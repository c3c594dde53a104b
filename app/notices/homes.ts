export type NoticesReader = 'patient' | 'clinic';

/** Where each reads what they were told. */
export const noticesHome: Readonly<Record<NoticesReader, string>> = {
  patient: '/notifications',
  clinic: '/clinic/notifications',
};
