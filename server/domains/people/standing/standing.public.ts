export { findStanding, refreshStanding } from './refresh-standing.ts'
export {
  averageOf,
  ratingsIn,
  type Standing,
} from './standing.ts'
