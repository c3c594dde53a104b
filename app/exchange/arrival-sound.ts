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
    // Nothing is remembered then.
  }
}

/** A request has arrived: a sound, or a beep where the browser does not play it. */
export function playArrival(): void {
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
