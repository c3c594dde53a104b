/** The door of the public site's content. */
export { confirmClaim } from './commands.server';
export { discardDraft, publishDraft, restoreVersion, saveDraft } from './commands.server';
export {
  countUnconfirmed,
  deliveredContent,
  heardOfContent,
  listContent,
  readContent,
  siteContent,
  watchContent,
} from './queries.server';
/** What staff write for everybody names no patient and no clinic. */
export { nobodysData as personData } from '#platform/privacy/person-data';
