/** What an account has in place of the number that is not its own any more: nobody can sign in with that. */
export const detached = (id: string): string => `detached:${id}`;

export const isDetached = (phone: string): boolean => phone.startsWith('detached:');

/** The number of an account; null while it is off its number. */
export const numberOf = (phone: string): string | null => (isDetached(phone) ? null : phone);
