/** In the address of a sign-in that somebody was led to because a session of theirs had ended. */
export const endedParam = 'ended';
