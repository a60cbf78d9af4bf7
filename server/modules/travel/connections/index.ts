export { findConnections } from './find-connections.ts'
