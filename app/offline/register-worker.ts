/** Registers the background worker once the page has loaded; a browser without one loses nothing. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  if (import.meta.env.PROD)
    serviceWorker
      .register('/sw.js')
      .then(() => serviceWorker.ready)
      // For addresses that do not say a language.
      .then(({ active }) => active?.postMessage(document.documentElement.lang))
      .catch(() => {});
  // One of a build that ran here before would go on giving its files.
  else void serviceWorker.getRegistrations().then((all) => all.forEach((one) => one.unregister()));
}
