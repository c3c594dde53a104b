/** What became of what was typed last. */
export type Keeping = 'nothing' | 'typing' | 'saved' | 'unsaved' | 'signed-out' | 'conflict';

export interface KeptForm {
  /** Path of the page; its action answers `intent`. */
  readonly path: string;
  readonly intent: string;
  /** Without a key for so long, what was typed is sent. */
  readonly pauseMs: number;
}

interface Keeper {
  /** What the server has, as far as this form knows. */
  saved(): string;
  /** What was sent with the form itself was not taken: it is unsaved again. */
  reopen(): void;
  /** Nothing is sent by itself any more: somebody has to choose between two texts. */
  conflict(): void;
  /** Sends a last time; resolves with whether the server took it, or somebody has it to decide about. */
  stop(): Promise<boolean>;
}

/** A request may outlive its page up to 64 KiB in all; a longer one is sent without that promise. */
const outliving = 60_000;
const tryAgainMs = 5_000;
/** Present after a page was left with something on its way: the page that follows may have been read before it. */
const lateKey = 'forms.late';

let onItsWay: Promise<unknown> = Promise.resolve();
/** The forms of the page, until they have left it: that may be after the next address is being read. */
const openForms = new Set<Sender>();

/** Sends what the forms of this page hold; resolves when it is stored, or was refused. */
export async function whenKept(): Promise<void> {
  await Promise.all([...openForms].map((sender) => sender.send()));
  await onItsWay;
}

/** Whether the server keeps what is typed into this form. */
export const isKeptForm = (form: HTMLFormElement): boolean =>
  [...openForms].some((sender) => sender.holds(form));

/** Whether this path was left a moment ago with something on its way; asked once. */
export function wasLeftLate(path: string): boolean {
  try {
    const late = sessionStorage.getItem(lateKey) === path;
    if (late) sessionStorage.removeItem(lateKey);
    return late;
  } catch {
    return false;
  }
}

function noteLate(path: string): void {
  try {
    sessionStorage.setItem(lateKey, path);
  } catch {
    // Without storage the page that follows shows what the server knew when it was asked.
  }
}

/** As `crypto.randomUUID`, which a page without https does not have. */
function newWriter(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const own = new Set(['intent', 'writer', 'turn']);

/** What a form holds, as it would be sent. */
export function valuesOf(form: HTMLFormElement): string {
  const values = [...new FormData(form)].filter(([name]) => !own.has(name));
  return new URLSearchParams(values.map(([name, value]) => [name, String(value)])).toString();
}

const outcomes: Partial<Record<number, Keeping>> = {
  200: 'saved',
  401: 'signed-out',
  409: 'conflict',
};

/** Sends what a form holds, in turns, and knows what became of it. */
class Sender {
  private readonly writer = newWriter();
  private turn = 0;
  private over = false;
  private pressed = false;
  private sent: string | null;
  private state: Keeping = 'nothing';
  /** What became of the last sending by itself. */
  private outcome: Keeping = 'nothing';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly underWay = new Set<AbortController>();
  saved: string;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly kept: KeptForm,
    private readonly report: (state: Keeping) => void,
  ) {
    this.saved = valuesOf(form);
    this.sent = this.saved;
  }

  holds(form: HTMLFormElement): boolean {
    return this.form === form;
  }

  become(next: Keeping): void {
    this.state = next;
    if (!this.pressed) this.report(next);
  }

  /** What is reported may move the page: a button that moves away under a finger hears no click. */
  press(): void {
    this.pressed = true;
  }

  release(): void {
    if (!this.pressed) return;
    this.pressed = false;
    if (!this.over) this.report(this.state);
  }

  typed(): void {
    if (this.state === 'saved' || this.state === 'nothing') this.become('typing');
    this.wait(this.kept.pauseMs);
  }

  wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.send(), ms);
  }

  rest(): void {
    clearTimeout(this.timer);
  }

  /** Sends a last time; the page no longer shows what becomes of it. */
  async end(): Promise<boolean> {
    const sent = this.send(true);
    this.over = true;
    this.rest();
    await sent;
    await onItsWay;
    return this.outcome !== 'unsaved' && this.outcome !== 'signed-out';
  }

  /** The form itself is on its way with all it holds: what was sent before it could only come too late. */
  submitted(): void {
    this.rest();
    for (const posting of this.underWay) posting.abort();
    this.outcome = 'nothing';
    this.sent = valuesOf(this.form);
  }

  reopen(): void {
    this.sent = null;
  }

  /** Whether something would be lost. Not sent while somebody has to decide between two texts. */
  get isDue(): boolean {
    return this.state !== 'conflict' && valuesOf(this.form) !== this.sent;
  }

  sign(values: FormData | URLSearchParams): void {
    this.turn += 1;
    values.set('writer', this.writer);
    values.set('turn', String(this.turn));
  }

  async send(leaving = false): Promise<void> {
    this.rest();
    if (!this.isDue) return;
    const values = valuesOf(this.form);
    this.sent = values;
    onItsWay = this.post(values, leaving);
    await onItsWay;
  }

  private async post(values: string, leaving: boolean): Promise<void> {
    const { path, intent } = this.kept;
    const body = new URLSearchParams(values);
    body.set('intent', intent);
    this.sign(body);
    const keepalive = leaving && body.toString().length < outliving;
    const posting = new AbortController();
    if (!leaving) this.underWay.add(posting);
    // An answer that nobody reads keeps its connection.
    const status = await fetch(`${path}.data`, {
      method: 'POST',
      body,
      keepalive,
      signal: posting.signal,
    })
      .then((answer) => answer.text().then(() => answer.status))
      .catch(() => 0);
    this.underWay.delete(posting);
    if (posting.signal.aborted) return;
    const outcome = outcomes[status] ?? 'unsaved';
    this.outcome = outcome;
    if (outcome === 'saved') this.saved = values;
    else if (this.sent === values) this.sent = null;
    if (this.over) return;
    if (outcome === 'unsaved') this.wait(tryAgainMs);
    const isBehind = outcome === 'saved' && valuesOf(this.form) !== values;
    this.become(isBehind ? 'typing' : outcome);
  }
}

/**
 * Sends what is typed into a form to its page when the keys pause, when a field is left and when the page is
 * left. Each sending, also that of the form itself, names this form and its turn, so that one that arrives
 * late replaces nothing newer.
 */
export function keepForm(
  form: HTMLFormElement,
  kept: KeptForm,
  report: (state: Keeping) => void,
): Keeper {
  const sender = new Sender(form, kept, report);
  openForms.add(sender);
  const onSend = (): void => void sender.send();
  const onLeave = (): void => {
    if (sender.isDue) noteLate(kept.path);
    void sender.send(true);
  };
  const listening = new AbortController();
  const { signal } = listening;
  form.addEventListener('input', () => sender.typed(), { signal });
  form.addEventListener('focusout', onSend, { signal });
  form.addEventListener('submit', () => sender.submitted(), { signal });
  form.addEventListener('formdata', ({ formData }) => sender.sign(formData), { signal });
  addEventListener('pointerdown', () => sender.press(), { signal, capture: true });
  // The click itself comes right after the end of its press.
  const onRelease = (): unknown => setTimeout(() => sender.release());
  for (const event of ['pointerup', 'pointercancel', 'blur'])
    addEventListener(event, onRelease, { signal });
  // A reload asks for the page before `pagehide`; phones know `pagehide` and `visibilitychange` only.
  addEventListener('beforeunload', onLeave, { signal });
  addEventListener('pagehide', onLeave, { signal });
  addEventListener('online', onSend, { signal });
  const onVisible = (): void => void sender.send(document.visibilityState === 'hidden');
  document.addEventListener('visibilitychange', onVisible, { signal });
  return {
    saved: () => sender.saved,
    conflict: () => sender.become('conflict'),
    reopen: () => sender.reopen(),
    stop: () => {
      const ended = sender.end();
      openForms.delete(sender);
      listening.abort();
      return ended;
    },
  };
}
