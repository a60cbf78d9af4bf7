export { findConnections } from './find-connections.ts'
export { declineRescues } from './rescues/take-rescue.ts'
