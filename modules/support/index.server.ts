export {
  answerTicket,
  assignTicket,
  closeTicket,
  currentChat,
  forgetTickets,
  markTicketRead,
  openChat,
  openTicket,
  openVisitorTicket,
  reopenTicket,
  setTicketPriority,
  notifyOfAnswerHandler,
  notifyOfAnswerJob,
  writeToTicket,
} from './commands.server';
export {
  addCanned,
  changeCanned,
  listCanned,
  listTicketsForStaff,
  readCanned,
  readTicketForStaff,
  removeCanned,
  revealVisitor,
  ticketForStaff,
  ticketQueue,
  ticketRows,
} from './staff.server';
export {
  answerText,
  assigneeOf,
  isTicketUnread,
  ownTickets,
  readOwnTicket,
  readTicket,
  readTicketMessage,
  visitorContact,
} from './queries.server';
export { supportHours, ticketBudgets, ticketWindows } from './rules';
export { ticketFlow } from './projection.server';
export { personData } from './privacy.server';
