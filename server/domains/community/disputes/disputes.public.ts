export { listDisputesToSign } from './disputes.queries.ts'
