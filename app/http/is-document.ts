/** Whether the browser itself loads the page, without our script: only then nobody can fill in what comes late. */
export const isDocument = (request: Request): boolean =>
  (request.headers.get('Accept') ?? '').includes('text/html');
