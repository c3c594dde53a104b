/** Where each side finds all of its conversations. */
export const messagesHome = { patient: '/messages', clinic: '/clinic/messages' } as const;
