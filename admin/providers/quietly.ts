const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };

/**
 * What a page asks by itself, below `/api/admin`. Not through react-admin: where the session has ended it would sign out whoever
 * types. Null when there is no answer; the screen says so once its reader asks for something.
 */
export async function readQuietly<T>(address: string): Promise<T | null> {
  try {
    const answer = await fetch(`/api/admin/${address}`, { headers });
    return answer.ok ? ((await answer.json()) as T) : null;
  } catch {
    return null;
  }
}

/** As {@link readQuietly}, of something that the page says by itself; it arrives also when the page is left at once. */
export async function sayQuietly<T>(address: string, body: object): Promise<T | null> {
  try {
    const answer = await fetch(`/api/admin/${address}`, {
      ...{ method: 'POST', headers, keepalive: true },
      body: JSON.stringify(body),
    });
    return answer.ok ? ((await answer.json()) as { data: T }).data : null;
  } catch {
    return null;
  }
}
