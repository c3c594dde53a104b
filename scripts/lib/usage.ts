/** Says how a command is used, since what was typed makes no sense; answers the exit code of that. */
export function notUnderstood(usage: readonly string[], say: (line: string) => void): 2 {
  usage.forEach(say);
  return 2;
}
