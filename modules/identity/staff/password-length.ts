/** Characters of a new password. */
export const minPasswordLength = 12;
export const maxPasswordLength = 256;
