import { type RefObject, useEffect, useRef, useState } from 'react';
import type { LeadCard } from '#contracts/exchange';

const highlightMs = 5_000;
const borderMs = 60_000;

/** How a card stands in a list that is alive. */
export type Standing = 'usual' | 'highlighted' | 'bordered' | 'gone';

interface View {
  readonly shown: readonly LeadCard[];
  /** What the list would show if it might move; null when it shows all. */
  readonly held: readonly LeadCard[] | null;
  /** When each of the requests arrived that did so before somebody's eyes; milliseconds. */
  readonly arrived: ReadonlyMap<string, number>;
  /** Ids of shown requests that are not in the list any more. */
  readonly gone: ReadonlySet<string>;
}

interface Arrivals {
  readonly shown: readonly LeadCard[];
  readonly standingOf: (id: string) => Standing;
  /** How many wait to be shown. */
  readonly waiting: number;
  /** How many came last, shown or waiting; for those who listen. */
  readonly news: number;
  readonly show: () => void;
}

/** A card that moves away under a finger is opened by mistake: while somebody is at the list, it stays. */
function isBusy(list: HTMLElement | null): boolean {
  if (!list) return false;
  return (
    list.getBoundingClientRect().top < 0 ||
    list.matches(':hover') ||
    list.contains(document.activeElement)
  );
}

const newestOf = (leads: readonly LeadCard[]): string =>
  leads.reduce((newest, { requestedAt }) => (requestedAt > newest ? requestedAt : newest), '');

/** The same cards in the same places, as they are now. */
function inPlace(view: View, leads: readonly LeadCard[]): Pick<View, 'shown' | 'gone'> {
  const fresh = new Map(leads.map((lead) => [lead._id, lead]));
  const oldest = leads.at(-1)?.requestedAt ?? '';
  // What is older than the page may have been pushed off it by what arrived.
  const gone = view.shown.filter((lead) => !fresh.has(lead._id) && lead.requestedAt > oldest);
  return {
    shown: view.shown.map((lead) => fresh.get(lead._id) ?? lead),
    gone: new Set(gone.map(({ _id }) => _id)),
  };
}

/**
 * A list that requests arrive in while it is looked at. What arrives is shown at once where nobody is at the list, and
 * waits to be asked for otherwise. Begins anew with its component: one list, one address.
 */
export function useArrivals(leads: readonly LeadCard[], list: RefObject<HTMLElement>): Arrivals {
  const [view, setView] = useState<View>({
    shown: leads,
    held: null,
    arrived: new Map(),
    gone: new Set(),
  });
  const [news, setNews] = useState(0);
  const known = useRef({ leads, newest: newestOf(leads) });
  useEffect(() => {
    if (known.current.leads === leads) return;
    const { newest } = known.current;
    known.current = { leads, newest: newestOf([...leads, ...known.current.leads]) };
    const came = leads.filter(({ requestedAt }) => requestedAt > newest);
    if (came.length > 0) {
      playArrival();
      setNews(came.length);
    }
    const busy = isBusy(list.current);
    setView((before) => next(before, { leads, came, busy }));
  }, [leads, list]);
  useLater(view.arrived);
  const show = () => {
    setView((before) => (before.held ? shownNow(before, before.held) : before));
    list.current?.scrollIntoView({ block: 'start' });
    list.current?.focus({ preventScroll: true });
  };
  return {
    shown: view.shown,
    waiting: waitingIn(view).length,
    news,
    show,
    standingOf: (id) => standingIn(view, id),
  };
}

const waitingIn = ({ shown, held }: View): LeadCard[] => {
  const newest = newestOf(shown);
  return (held ?? []).filter(({ requestedAt }) => requestedAt > newest);
};

const shownNow = (before: View, leads: readonly LeadCard[]): View => ({
  shown: leads,
  held: null,
  arrived: marked(before, waitingIn({ ...before, held: leads })),
  gone: new Set(),
});

function marked({ arrived }: View, came: readonly LeadCard[]): ReadonlyMap<string, number> {
  const at = Date.now();
  return new Map([...arrived, ...came.map(({ _id }) => [_id, at] as const)]);
}

interface Loaded {
  readonly leads: readonly LeadCard[];
  readonly came: readonly LeadCard[];
  readonly busy: boolean;
}

function next(before: View, { leads, came, busy }: Loaded): View {
  if (!busy) return shownNow(before, leads);
  if (came.length === 0 && !before.held) return { ...before, ...inPlace(before, leads) };
  return { ...before, ...inPlace(before, leads), held: leads };
}

function standingIn({ arrived, gone }: View, id: string): Standing {
  if (gone.has(id)) return 'gone';
  const age = Date.now() - (arrived.get(id) ?? 0);
  if (age < highlightMs) return 'highlighted';
  return age < borderMs ? 'bordered' : 'usual';
}

/** Renders again when a highlight or a border is over. */
function useLater(arrived: View['arrived']): void {
  const [, render] = useState(0);
  useEffect(() => {
    const timers = [...arrived.values()].flatMap((at) =>
      [highlightMs, borderMs].map((length) =>
        setTimeout(() => render((n) => n + 1), Math.max(at + length - Date.now(), 0) + 20),
      ),
    );
    return () => timers.forEach(clearTimeout);
  }, [arrived]);
}

const volume = 0.5;
const beepHertz = 800;
const beepSeconds = 0.3;
const mutedKey = 'clinic.sound';

/** The switch is this browser's; without storage the sound is on. */
export function isMuted(): boolean {
  try {
    return localStorage.getItem(mutedKey) === 'off';
  } catch {
    return false;
  }
}

export function setMuted(muted: boolean): void {
  try {
    if (muted) localStorage.setItem(mutedKey, 'off');
    else localStorage.removeItem(mutedKey);
  } catch {
    // Nothing is stored then.
  }
}

/** A request has arrived: a sound, or a beep where the browser does not play it. */
function playArrival(): void {
  if (isMuted()) return;
  const sound = new Audio('/sounds/new-request.wav');
  sound.volume = volume;
  sound.play().catch(beep);
}

function beep(): void {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.frequency.value = beepHertz;
  loudness.gain.value = volume;
  tone.connect(loudness).connect(audio.destination);
  tone.addEventListener('ended', () => void audio.close());
  tone.start();
  tone.stop(audio.currentTime + beepSeconds);
}
