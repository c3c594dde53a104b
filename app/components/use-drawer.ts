import { useEffect, useRef, useState, type RefObject } from 'react';

export interface Drawer {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly panel: RefObject<HTMLElement>;
}

/**
 * A part of the page that lies over it on phones. Without JavaScript a link to it opens it (`target:block`); with it the
 * focus goes in and comes back, and Escape closes it.
 */
export function useDrawer(opened = false): Drawer {
  const [open, setOpen] = useState(opened);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    panel.current?.focus();
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpen(false);
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [open]);
  return { open, setOpen, panel };
}
