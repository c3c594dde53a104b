export { openOutbox, type Outbox, type OutboxMessage } from './outbox/file-outbox.server';
