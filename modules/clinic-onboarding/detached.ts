/** What a clinic has in place of the number that is not its own any more, as its account has. */
export const detached = (clinicId: string): string => `detached:${clinicId}`;
