import type { PageArgs } from '#app/http/page.server';
import { redirect } from '#app/http/redirect';

/** Back to the page itself: the step that follows is the server's to know, `say` is for the page to tell. */
export const onward = ({ url, headers }: PageArgs, say?: 'phone' | 'resent'): Response => {
  const query = new URLSearchParams(url.search);
  query.delete('step');
  if (say) query.set('step', say);
  return redirect(url.pathname + (query.size > 0 ? `?${query.toString()}` : ''), { headers });
};
