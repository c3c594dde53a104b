/** What has to be typed, so that nobody closes an account by a slip. */
export const confirmWord = 'DELETE';
