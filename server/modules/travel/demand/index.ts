export { stopLists } from './alerts/stop-alert.ts'
export { postRideRequest } from './ride-requests/post-ride-request.ts'
