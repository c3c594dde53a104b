export { askMaskingReview } from './commands/ask-masking-review';
export { blockConversation, reportConversation } from './commands/close-conversation';
export { forgetTyped, keepTyped } from './commands/keep-typed';
export { markRead } from './commands/mark-read';
export { sendMessage } from './commands/send-message';
export {
  blockReported,
  dismissReport,
  keepReported,
  unblockReported,
} from './console/decide-report';
export {
  keepMasked,
  listMaskingReviews,
  maskingReviewForStaff,
  maskingReviewRows,
  maskingReviewQueue,
  readMaskingReview,
  releaseMasked,
} from './console/masking-reviews';
export {
  listReportedForStaff,
  readReportedForStaff,
  readReportedMessages,
  reportedForStaff,
  reportedRows,
  reportedQueue,
  requireMessagesAccess,
} from './console/reported-for-staff';
export type { Party, PartyCtx, Talk } from './party';
export {
  ownConversations,
  unreadConversations,
  type ListedConversation,
} from './queries/own-conversations';
export {
  conversationMarks,
  isUnread,
  messagesAmong,
  readConversation,
  readMessage,
  typedBefore,
} from './queries/read-conversation';
export type { BareMessage } from './repo.server';
export { tellUnreadHandler, tellUnreadJob } from './tell-unread-job';
export { eraseTalksOfOffers, personData } from './person-data.server';
