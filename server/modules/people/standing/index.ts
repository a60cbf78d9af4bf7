export { type MarkKind, markDriver } from './marks.queries.ts'
export { findReputation, refreshReputation } from './refresh-reputation.ts'
export { averageOf, type Reputation, ratingsIn } from './reputation.ts'
export { barRefusal, isBarred, requireStanding } from './require-standing.ts'
export {
  findSanction,
  findStanding,
  forgetBarred,
  insertSanctionEvent,
  keepBarred,
  listInheritedOf,
  listSanctionEventsOf,
  listStandingsThatDiffer,
  stands,
} from './sanctions.queries.ts'
export { isLifted, type Sanction, type SanctionEvent, sanctionsIn, standingAt } from './standing.ts'
export { tellMark } from './tell-mark.ts'
