import type { VerifiedPoint } from '#contracts/clinic-onboarding';

/** Keys of what forms call the points that were verified. */
export const pointLabels: Readonly<Record<VerifiedPoint, string>> = {
  clinicName: 'clinic.info.clinic_name',
  address: 'clinic.info.address',
  city: 'clinic.info.city',
  country: 'clinic.info.country',
  doctorName: 'clinic.info.doctor_name',
  licenseNumber: 'clinic.info.license',
  specialties: 'clinic.info.specialties',
};
