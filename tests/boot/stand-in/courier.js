// Stands in for the courier: says what it was given, ends on request.
const given = Object.keys(process.env).filter((name) => /_KEYS$|_URL$|PASSWORD/.test(name));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
console.log(`courier ready with ${given.sort().join(' ')}`);
