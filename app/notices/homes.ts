export type NoticesReader = 'patient' | 'clinic';

/** Where each reads their in-app notifications. */
export const noticesHome: Readonly<Record<NoticesReader, string>> = {
  patient: '/notifications',
  clinic: '/clinic/notifications',
};
