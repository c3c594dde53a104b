/** Keys of what only staff read: they read English, so these are there in the first language alone. */
export const staffKeys: readonly RegExp[] = [
  /^console\./,
  /^api\.admin\./,
  /^api\.support\.add-canned$/,
  /^api\.twins\./,
  /^api\.casework\./,
  /^error\.too_many_canned$/,
];

/** Whether only staff read the text of a key. */
export const isForStaff = (key: string): boolean => staffKeys.some((pattern) => pattern.test(key));
