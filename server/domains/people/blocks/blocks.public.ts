export { areBlocked, blockedBy, hiddenTrips } from './blocks.queries.ts'
export { blocksData } from './personal-data.ts'
