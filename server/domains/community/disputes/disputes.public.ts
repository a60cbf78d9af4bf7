export { disputesToSign } from './disputes.queries.ts'
export { disputesData } from './personal-data.ts'
