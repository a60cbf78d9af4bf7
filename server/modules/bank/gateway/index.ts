export { eventRoutes, retryTime } from './event-routes.ts'
export {
  fetchBetween,
  fetchByReference,
  fetchTransaction,
  GatewayError,
  type GatewayFailure,
  type GatewayTransaction,
  gatewayRestsUntil,
  type TransactionStatus,
  transactionStatuses,
} from './wompi-gateway.ts'
export { integritySignature, type VerifiedEvent, verifyEvent } from './wompi-signature.ts'
