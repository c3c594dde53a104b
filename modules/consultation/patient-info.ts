type Said = Readonly<Record<'ageBand' | 'gender' | 'medicalHistory' | 'allergies', string | null>>;

/** Whether a patient said anything of themselves at all. */
export const hasPatientInfo = (info: Said): boolean =>
  Boolean(info.ageBand ?? info.gender ?? (info.medicalHistory || info.allergies || null));
