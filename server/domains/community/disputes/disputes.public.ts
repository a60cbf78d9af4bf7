export { disputesToSign } from './disputes.queries.ts'
