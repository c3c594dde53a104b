export { answerTicket } from './commands/answer-ticket';
export {
  assignTicket,
  closeTicket,
  reopenTicket,
  setTicketPriority,
} from './commands/direct-ticket';
export { currentChat, openChat, openTicket, openVisitorTicket } from './commands/open-ticket';
export { forgetTickets } from './commands/forget-tickets';
export { markTicketRead } from './commands/mark-ticket-read';
export { writeToTicket } from './commands/write-to-ticket';
export { addCanned, changeCanned, listCanned, readCanned, removeCanned } from './console/canned';
export {
  listTicketsForStaff,
  readTicketForStaff,
  revealVisitor,
  ticketForStaff,
  ticketRows,
  ticketQueue,
} from './console/tickets-for-staff';
export {
  answerText,
  assigneeOf,
  isTicketUnread,
  ownTickets,
  readOwnTicket,
  readTicket,
  readTicketMessage,
  visitorContact,
} from './queries/own-tickets';
export { supportHours, ticketBudgets, ticketWindows } from './settings';
export { tellAnswerHandler, tellAnswerJob } from './tell-answer-job';
export { ticketFlow } from './ticket.flow.server';
export { personData } from './person-data.server';
