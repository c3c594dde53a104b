/** Of the words in the page that stand ready for it. */
export const connectionGone = 'connection-gone';

/** Id of the place in a visitor's page where the server writes that the page is a stale copy; empty otherwise. */
export const staleNotice = 'stale-notice';

/** Says when the connection is gone, and keeps a form from being sent meanwhile: what is typed stays in the page. */
export function noticeConnection(): void {
  const notice = document.getElementById(connectionGone);
  const look = () => notice?.replaceChildren(navigator.onLine ? '' : notice.dataset.words!);
  look();
  addEventListener('offline', look);
  addEventListener('online', look);
  document.addEventListener('submit', (event) => {
    if (!navigator.onLine && (event.target as HTMLFormElement).method === 'post')
      event.preventDefault();
  });
}
