export { topUpReferences, type UncreditedTopUp, uncreditedTopUps } from './show-top-ups.ts'
