export { resolveSession } from './sessions/resolve-session.server';
export { openSession, type OpenedSession, type Principal } from './sessions/open-session.server';
