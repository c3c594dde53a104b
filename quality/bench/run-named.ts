/** Runs the one of `all` that the command line names, with what stands behind it; says their names where it names none. */
export async function runNamed(
  command: string,
  all: Record<string, (more: string[]) => Promise<void>>,
): Promise<void> {
  const one = all[process.argv[2] ?? ''];
  if (one) return one(process.argv.slice(3));
  console.error(`Usage: npm run ${command} -- <${Object.keys(all).join('|')}>`);
  process.exitCode = 1;
}
