import { useEffect, useState } from 'react';
import { useText } from '../text';
import type { View } from './viewer-tools';

interface PictureViewProps {
  readonly blob: Blob;
  readonly name: string;
  readonly view: View;
}

const turned = ['', 'rotate-90', 'rotate-180', '-rotate-90'];

/** A photograph or scan, as wide as there is room for. */
export function PictureView({ blob, name, view: { zoom, turns } }: PictureViewProps) {
  const t = useText();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const fresh = URL.createObjectURL(blob);
    setAddress(fresh);
    return () => URL.revokeObjectURL(fresh);
  }, [blob]);
  return (
    <img
      src={address}
      alt={t('console.viewer.picture', { name })}
      className={`mx-auto ${zoom === 1 ? 'max-h-full' : ''} max-w-none ${turned[turns]}`}
      style={{ maxWidth: `${zoom * 100}%`, width: zoom === 1 ? undefined : `${zoom * 100}%` }}
    />
  );
}
