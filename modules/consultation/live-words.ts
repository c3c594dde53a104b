/** Open pages of a patient are told by this word that a clinic opened a photo. */
export const photosViewed = 'consultation.photos-viewed';
/** Open pages of patient and clinic are told by this word that the clinic's sight of photos was taken or given back. */
export const photoSightChanged = 'consultation.photo-sight-changed';
