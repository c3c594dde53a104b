/** Open pages of both sides are told by this word that something was said, seen or closed. */
export const conversationChanged = 'messaging.changed';
