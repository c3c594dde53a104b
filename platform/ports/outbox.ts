export { openOutbox, type KeptMessage, type Outbox } from './outbox/file-outbox.server';
