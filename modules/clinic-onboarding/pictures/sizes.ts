/** Longest side of each size, in pixels. */
export const pictureSides = { full: 1_600, thumb: 480 } as const;
export type PictureSize = keyof typeof pictureSides;
export const pictureSizes = ['full', 'thumb'] as const satisfies readonly PictureSize[];
