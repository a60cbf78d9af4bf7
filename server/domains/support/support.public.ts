export { supportData } from './personal-data.ts'
export { resealSupport } from './ticket-text.ts'
