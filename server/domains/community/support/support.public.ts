export { addOfficeMs, officeMsBetween } from './office-hours.ts'
export { resealSupport } from './ticket-text.ts'
