export { countTickets } from './list-queue.ts'
export { supportData } from './personal-data.ts'
export { resealSupport } from './ticket-text.ts'
