export { requireVettedPoint, safePointsByIds } from './browse-points.ts'
export { loadSafePoints } from './load-safe-points.ts'
export type { SafePoint } from './safe-point.ts'
