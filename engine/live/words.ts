/** Sent to a page that from now on hears of other things than before; what it shows may lack something. */
export const topicsChanged = 'live.topics-changed';
