const skipped = new Set([
  'level',
  'time',
  'process',
  'msg',
  'pid',
  'hostname',
  'requestId',
  'err',
  'error',
]);
/** @type {Record<number, string>} */
const levels = { 20: 'debug', 30: 'info ', 40: 'warn ', 50: 'error', 60: 'fatal' };

/**
 * One line of a process as a person reads it: JSON becomes words, anything else stays.
 * @param {string} name @param {string} line
 */
export function readable(name, line) {
  const prefix = `${name.padEnd(8)}│ `;
  if (!line.startsWith('{')) return prefix + line;
  /** @type {Record<string, unknown>} */
  let entry;
  try {
    entry = JSON.parse(line);
  } catch {
    return prefix + line;
  }
  const level = levels[/** @type {number} */ (entry.level)] ?? 'info ';
  const fields = Object.entries(entry)
    .filter(([key, value]) => !skipped.has(key) && value !== null && typeof value !== 'object')
    .map(([key, value]) => `${key}=${value}`);
  return [prefix + level, entry.msg, ...fields, faultOf(entry)].filter(Boolean).join(' ');
}

/** @param {Record<string, unknown>} entry */
function faultOf({ err, error }) {
  const fault = /** @type {{ name?: string, code?: string, frames?: string[] } | undefined} */ (
    err ?? error
  );
  if (!fault) return '';
  return [`(${[fault.name, fault.code].filter(Boolean).join(' ')})`, fault.frames?.[0]]
    .filter(Boolean)
    .join(' ');
}
