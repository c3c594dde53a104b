import { useEffect, useState } from 'react';

/** Whether a checkbox is ticked, and the setter for its changes; before there is a script the browser alone knows. */
export function useTicked(id: string): [boolean, (ticked: boolean) => void] {
  const [ticked, setTicked] = useState(false);
  useEffect(() => {
    const box = document.getElementById(id);
    setTicked(box instanceof HTMLInputElement && box.checked);
  }, [id]);
  return [ticked, setTicked];
}
