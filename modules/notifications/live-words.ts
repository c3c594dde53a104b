/** Open pages of a patient or a clinic are told by this word that a notice came, or was read elsewhere. */
export const noticesChanged = 'notifications.changed';
