export { officeMsBetween } from './office-hours.ts'
export { supportData } from './personal-data.ts'
export { resealSupport } from './ticket-text.ts'
