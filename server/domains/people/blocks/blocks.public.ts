export { areBlocked, hiddenTrips, listBlockedBy } from './blocks.queries.ts'
