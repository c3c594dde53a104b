/** The door of the public site's content. */
export { confirmClaim } from './commands/confirm-claim';
export { discardDraft, publishDraft, saveDraft } from './commands/edit-content';
export { restoreVersion } from './commands/restore-content';
export { heardOfContent, watchContent } from './entries.server';
export { listContent, readContent } from './queries/list-content';
export { deliveredContent, siteContent } from './queries/site-content';
export { countUnconfirmed } from './queries/count-unconfirmed';
/** What staff write for everybody names no patient and no clinic. */
export { nobodysData as personData } from '#platform/person-data';
