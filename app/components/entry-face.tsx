import type { LucideIcon } from 'lucide-react';

interface EntryFaceProps {
  icon: LucideIcon;
  word: string;
  /** How much is new, on the icon; nothing when it is empty. */
  badge?: string;
}

/** What an entry of the header shows: an icon, its word where the header has room, its count on the icon (`design/base.css`). What is seen stands in the order of the entry's name. */
export const EntryFace = ({ icon: Icon, word, badge }: EntryFaceProps) => (
  <>
    <Icon aria-hidden="true" className="size-5" />
    <span className="entry-word">{word}</span>{' '}
    {badge ? (
      <span aria-hidden="true" className="entry-badge">
        {badge}
      </span>
    ) : null}
  </>
);
