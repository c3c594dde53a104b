/** The door of the public site's content. */
export { defaultContent } from './defaults';
export { siteContent } from './queries/site-content';
