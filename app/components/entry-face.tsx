import type { LucideIcon } from 'lucide-react';

interface EntryFaceProps {
  icon: LucideIcon;
  word: string;
  /** How much is new, on the icon; nothing when it is empty. */
  badge?: string;
  /** Among many entries there is room for its word only where the others are in the menu. */
  among?: 'few' | 'many';
}

const few = 'sr-only @3xl:not-sr-only @5xl:sr-only @6xl:not-sr-only';
const many = 'sr-only @3xl:not-sr-only @5xl:sr-only';

/**
 * What an entry of the header shows: an icon, its count, and its word where the header has room. Room is measured in the
 * reader's letters: large text leaves as little as a narrow window.
 */
export function EntryFace({ icon: Icon, word, badge, among = 'few' }: EntryFaceProps) {
  return (
    <>
      <span className={badge ? 'relative me-1' : 'relative'} aria-hidden="true">
        <Icon className="size-5" />
        {badge ? (
          <span className="tnum absolute -top-3 start-2 min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-semibold text-white">
            {badge}
          </span>
        ) : null}
      </span>
      <span className={among === 'few' ? few : many}>{word}</span>
    </>
  );
}
