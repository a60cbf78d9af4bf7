export { findVehicles, requireVerifiedDriver } from './require-verified-driver.ts'
export type { Vehicle } from './vehicle.ts'
