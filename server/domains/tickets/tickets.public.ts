export {
  newCode,
  readCode,
  readTicket,
  signTicket,
  type TicketClaims,
  ticketKeyId,
} from './ticket.ts'
