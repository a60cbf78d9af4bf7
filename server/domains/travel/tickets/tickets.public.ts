export { newCode, readCode, readTicket, signTicket, ticketKeyId } from './ticket.ts'
