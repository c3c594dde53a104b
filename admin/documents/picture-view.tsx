import { useEffect, useState } from 'react';
import { useText } from '../text';
import type { Drawing, View } from './viewer-tools';

interface PictureViewProps {
  readonly blob: Blob;
  readonly name: string;
  readonly view: View;
  readonly onDrawing: (drawing: Drawing) => void;
}

const turned = ['', 'rotate-90', 'rotate-180', '-rotate-90'];

/** A photograph or scan, as wide as there is room for. */
export function PictureView({ blob, name, view: { zoom, turns }, onDrawing }: PictureViewProps) {
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
      onLoad={() => onDrawing('drawn')}
      onError={() => onDrawing('broken')}
      className={`mx-auto ${zoom === 1 ? 'max-h-full' : ''} max-w-none ${turned[turns]}`}
      style={{ maxWidth: `${zoom * 100}%`, width: zoom === 1 ? undefined : `${zoom * 100}%` }}
    />
  );
}
