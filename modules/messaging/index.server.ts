export { blockConversation, reportConversation } from './commands/close-conversation';
export { forgetTyped, keepTyped } from './commands/keep-typed';
export { markRead } from './commands/mark-read';
export { sendMessage } from './commands/send-message';
export type { Party, PartyCtx, Talk } from './party';
export {
  conversationMarks,
  isUnread,
  readConversation,
  readMessage,
  typedBefore,
} from './queries/read-conversation';
export type { BareMessage } from './repo.server';
export { tellUnreadHandler, tellUnreadJob } from './tell-unread-job';
