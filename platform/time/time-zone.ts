/** Whether clocks of this process know a time zone of that name (IANA). Without a library, as pages load it too. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
