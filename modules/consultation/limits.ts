/** Of one request. */
export const maxPhotos = 10;
/** Characters. */
export const maxNotes = 4_000;
export const maxMedicalHistory = 2_000;
export const maxAllergies = 1_000;
