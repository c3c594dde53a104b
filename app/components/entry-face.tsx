import type { LucideIcon } from 'lucide-react';

interface EntryFaceProps {
  icon: LucideIcon;
  word: string;
  /** How much is new, on the icon; nothing when it is empty. */
  badge?: string;
}

/** What an entry of the header shows: an icon, its count, and its word where the header has room (`design/base.css`). */
export const EntryFace = ({ icon: Icon, word, badge }: EntryFaceProps) => (
  <>
    <span className="relative" aria-hidden="true">
      <Icon className="size-5" />
      {badge ? <span className="entry-badge">{badge}</span> : null}
    </span>
    <span className="entry-word">{word}</span>
  </>
);
