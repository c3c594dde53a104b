import { notFound, pageLoader } from '#app/http/page.server';

/** Every address that is no page's. */
export const loader = pageLoader('public', () => Promise.reject(notFound()));
export const action = loader;

export default function NoSuchPage() {
  return null;
}
