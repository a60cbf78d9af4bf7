export { findFirstScans } from './boarding.queries.ts'
export { readTime, signTime } from './signed-time.ts'
