export { createAlert } from './alerts/create-alert.ts'
export { stopLists } from './alerts/stop-alert.ts'
export { postRideRequest } from './ride-requests/post-ride-request.ts'
