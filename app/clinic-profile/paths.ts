/** Where an approved clinic's own pages begin. */
export const profilePath = '/clinic/profile';

/** Parts of the profile that a clinic edits on a page of their own. */
export type ProfileSection = 'verified' | 'info' | 'doctors' | 'billing' | 'privacy';
