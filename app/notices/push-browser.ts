/** What a push service gave a browser, as our server takes it. */
export interface Subscribed {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Why a browser is not notified: its owner said no, said nothing, or there was no answer. */
export type PushFault = 'denied' | 'dismissed' | 'failed';

export const canBeNotified = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const isDenied = (): boolean => canBeNotified() && Notification.permission === 'denied';

/** Asks the person, then the browser's push service. To be called at a tap: browsers show their question after one alone. */
export async function subscribeHere(key: string): Promise<Subscribed | PushFault> {
  try {
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed';
    const registration = await Promise.race([navigator.serviceWorker.ready, late()]);
    if (!registration) return 'failed';
    const { pushManager } = registration;
    const there = await pushManager.getSubscription();
    // One that was made for another key would be refused at each try.
    if (there && keyOf(there) !== key) await there.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    if (!endpoint || !keys?.p256dh || !keys.auth) return 'failed';
    return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
  } catch {
    return 'failed';
  }
}

/** A page whose background worker did not come has none in ten seconds either. */
const late = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), 10_000));

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
