import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useStaff } from '../providers/auth-provider';
import { createKeeper } from '../providers/keeper';

/** Of this tab, in memory only: what somebody types may be about a patient. */
export const keeper = createKeeper();

/**
 * What is typed into the field `name` of this page. When the session ends meanwhile, the same person finds it
 * there again after the next sign-in, once.
 */
export function useKeptWords(name: string, first = ''): [string, (words: string) => void] {
  const staff = useStaff();
  const { pathname } = useLocation();
  const key = JSON.stringify([staff?.id, pathname, name]);
  const [words, setWords] = useState(() => keeper.kept(key) ?? first);
  const latest = useRef(words);
  useEffect(() => {
    latest.current = words;
  });
  useEffect(() => keeper.watch(key, () => latest.current), [key]);
  return [words, setWords];
}
