export { ensureCorridor, planChoices, planRoute, replanRoute } from './find-corridor.ts'
export {
  findPlaces,
  namePlaces,
  placesAlong,
  placesAround,
  placesByIds,
  placesNear,
} from './find-places.ts'
export { type ImportReport, importPlaces } from './import-places.ts'
export { loadPlaces } from './load-places.ts'
export { greatCircleKm, inForceOn, type Place } from './network.ts'
export { forgetNetwork } from './open-network.ts'
export { insertTariffs } from './places.queries.ts'
export type { RoutingDeps } from './refine-route.ts'
export type { PlannedRoute, RoutePlace } from './road-graph.ts'
export { type PlateWarning, picoYPlaca, plateRules } from './road-rules/pico-y-placa.ts'
export {
  pointWithOthers,
  requireVettedPoint,
  safePointsByIds,
} from './safe-points/browse-points.ts'
export { changeHours, mayWait } from './safe-points/change-hours.ts'
export { loadSafePoints } from './safe-points/load-safe-points.ts'
export { proposePoint } from './safe-points/propose-point.ts'
export { reportPoint } from './safe-points/report-point.ts'
export { hidePoint, POINT_CHANGED_JOB, vetPoint } from './safe-points/review-points.ts'
export type { SafePoint } from './safe-points/safe-point.ts'
export { findTollStation, listTollStations, type Toll, tollsAlong, tollsOn } from './tolls.ts'
export { type TownBetween, townsBetween } from './towns-between.ts'
