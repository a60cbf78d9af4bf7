export { requireStanding } from './require-standing.ts'
export {
  findSanction,
  insertSanctionEvent,
  keepBarred,
  readStanding,
  sanctionEventsOf,
  standingsThatDiffer,
} from './sanctions.queries.ts'
export {
  isLifted,
  type Sanction,
  type SanctionEvent,
  sanctionsIn,
  standingAt,
  standingFrom,
} from './standing.ts'
