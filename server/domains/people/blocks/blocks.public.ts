export { areBlocked, blockedBy, hiddenTrips } from './blocks.queries.ts'
