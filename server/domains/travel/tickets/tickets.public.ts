export { newCode, readTicket, signTicket, ticketKeyId } from './ticket.ts'
