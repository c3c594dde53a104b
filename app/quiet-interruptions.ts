/**
 * A load that a navigation overtakes ends with an AbortError. The router knows and goes on, but the reader of the
 * stream it left behind rejects unheard, which browsers report as a fault of the page.
 */
export function quietInterruptions(): void {
  addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof DOMException && event.reason.name === 'AbortError')
      event.preventDefault();
  });
}
