import { X } from 'lucide-react';
import { createContext, useCallback, useContext, useState, type ReactNode } from 'react';
import { useText } from '#app/i18n/use-text';
import { cx } from './cx';
import { toneIcons, toneTexts, type Tone } from './tone';

interface Message {
  id: number;
  tone: Tone;
  words: string;
  about?: string;
}

/** A message takes the place of the one before it `about` the same thing. */
type Show = (words: string, tone?: Tone, about?: string) => void;

const ToastContext = createContext<Show>(() => {});

/** How long a message of success stays; bad news stays until it is closed. */
const stayMs = 6_000;

/** Shows a short message in the corner: `const toast = useToast(); toast('Saved')`. Only for news that may be missed. */
export const useToast = (): Show => useContext(ToastContext);

/** Holds the messages of the whole app; once, around the page. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>([]);
  const close = useCallback(
    (id: number) => setMessages((all) => all.filter((m) => m.id !== id)),
    [],
  );
  const show = useCallback<Show>(
    (words, tone = 'ok', about) => {
      const id = performance.now();
      setMessages((all) => [
        ...all.filter((other) => !about || other.about !== about).slice(-2),
        { id, tone, words, about },
      ]);
      if (tone === 'ok' || tone === 'info') setTimeout(() => close(id), stayMs);
    },
    [close],
  );
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 bottom-20 z-50 flex flex-col items-center gap-2 sm:start-auto sm:end-6 sm:bottom-6 sm:items-end"
      >
        {messages.map((message) => (
          <ToastCard key={message.id} message={message} onClose={() => close(message.id)} />
        ))}
      </div>
    </ToastContext.Provider>
  );
}

function ToastCard({ message, onClose }: { message: Message; onClose: () => void }) {
  const t = useText();
  const Icon = toneIcons[message.tone];
  return (
    <div className="pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-md border border-line bg-surface p-3 shadow-float">
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', toneTexts[message.tone])} />
      <p className="min-w-0 grow">{message.words}</p>
      <button
        type="button"
        onClick={onClose}
        aria-label={t('common.close')}
        className="-m-1 grid size-8 shrink-0 place-items-center rounded-sm text-ink-soft hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
