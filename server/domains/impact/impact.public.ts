export { avoidedBy, type Travelled } from './impact.ts'
