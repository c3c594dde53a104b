/** Where an approved clinic's own pages begin. */
export const profilePath = '/clinic/profile';

/** Where owners make tokens for their software, and end them. */
export const tokensPath = '/clinic/tokens';

/** Parts of the profile that a clinic edits on a page of their own. */
export type ProfileSection = 'verified' | 'info' | 'doctors' | 'billing' | 'privacy';
