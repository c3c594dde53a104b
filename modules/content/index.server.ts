/** The door of the public site's content. */
export { siteContent } from './queries/site-content';
