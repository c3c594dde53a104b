import { useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

/**
 * After a navigation in the browser: the page's title is read out and the keyboard starts at its main part, as
 * after a full load. Changes of the query or hash alone (tabs, filters) leave the focus where it is.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    setTitle(document.title);
    const main = document.getElementById('main');
    // A page may have put the focus where it belongs (an error summary, the code's first box).
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div aria-live="polite" aria-atomic="true" className="sr-only">
      {title}
    </div>
  );
}
